import type { PasswordMessages } from "../../types/messages.js";

/** The texts of the pages on passwords, in English. */
export const passwordTexts: PasswordMessages = {
  emailLabel: "Email address",
  emailPlaceholder: "you@example.com",
  passwordLabel: "Password",
  newPasswordLabel: "New password",
  currentLabel: "Current password",
  showPassword: "Show password",
  forgotLink: "Forgot your password?",
  signUpQuestion: "New here?",
  signUpLink: "Create an account",
  signInQuestion: "Already have an account?",
  signInLink: "Sign in instead",
  hint: (least) =>
    `At least ${least} characters. A few made-up words are easier to remember than symbols and digits.`,
  signUp: {
    title: "Create an account",
    intro: "We’ll email you a code to confirm that the address is yours.",
    button: "Create my account",
    sent: {
      follow: (host) =>
        `Open the link in it to finish creating your account at ${host}. You can close this page.`,
      followOrCode: (host) =>
        `Open the link in it to finish creating your account at ${host}, or enter its code here.`,
      codeButton: "Create my account",
    },
  },
  forgot: {
    title: "Forgot your password?",
    intro: "Enter your email address. We’ll email you a code to choose a new one.",
    button: "Send me an email",
    sent: {
      follow: (host) =>
        `Open the link in it to choose a new password for ${host}. You can close this page.`,
      followOrCode: (host) =>
        `Open the link in it to choose a new password for ${host}, or enter its code here.`,
      codeButton: "Continue",
    },
  },
  reset: {
    title: "Choose a password",
    intro: "From now on you sign in with it as",
    button: "Save and sign in",
    note: "All other devices are signed out.",
  },
  confirm: {
    title: "Is this you?",
    intro: "You are about to sign in, with the password that you have just chosen, as",
    button: "Yes, sign me in",
    note: "If you didn’t ask for this, close the page. Nothing will happen.",
  },
  change: {
    title: "Change your password",
    first: "Set a password",
    intro: "All other devices are signed out then.",
    button: "Save the password",
  },
  fields: { name: "Name" },
  errors: {
    InvalidEmail: "That isn’t a complete email address. It should look like you@example.com.",
    FieldMissing: "Fill in this field.",
    FieldTooLong: "That is too long. Shorten it.",
    PasswordMissing: "Enter a password.",
    PasswordTooLong: "That password is too long. Up to 256 characters can be used.",
    PasswordCommon: "That password is too common. Choose another one.",
    PasswordBreached:
      "That password appeared in a data leak at another site. Choose another one, there as well.",
    PasswordWrong: "That isn’t your current password. Check it and try again.",
    AddressNotProven:
      "Your address isn’t confirmed yet. Use “Forgot your password?” and follow the email.",
  },
  tooShort: (least) => `That password is too short. Use at least ${least} characters.`,
  errorDefault: "Something went wrong. Try again.",
};
