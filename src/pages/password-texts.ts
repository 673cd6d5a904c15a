import type { PasswordMessages } from "../types/messages.js";

/** The texts of the pages on passwords, in English. */
export const passwordTexts: PasswordMessages = {
  emailLabel: "Email address",
  emailPlaceholder: "you@example.com",
  passwordLabel: "Password",
  newPasswordLabel: "New password",
  currentLabel: "Current password",
  showPassword: "Show password",
  forgotLink: "Forgot your password?",
  signUpLink: "Create an account",
  signInLink: "Sign in instead",
  hint: (least) =>
    `At least ${least} characters. A few words you make up are easier to keep in mind than signs and digits.`,
  signUp: {
    title: "Create an account",
    intro: "We will email you a code to confirm that the address is yours.",
    button: "Create my account",
    sent: {
      follow: (host) =>
        `Open the link in it to finish creating your account at ${host}. You can close this page.`,
      followOrCode: (host) =>
        `Open the link in it to finish creating your account at ${host}, or type its code here.`,
      codeButton: "Create my account",
    },
  },
  forgot: {
    title: "Forgot your password?",
    intro: "Tell us your address. We will email you a code to choose another one.",
    button: "Send me an email",
    sent: {
      follow: (host) =>
        `Open the link in it to choose a new password for ${host}. You can close this page.`,
      followOrCode: (host) =>
        `Open the link in it to choose a new password for ${host}, or type its code here.`,
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
    note: "If you did not ask for this, close the page. Nothing will happen.",
  },
  change: {
    title: "Change your password",
    first: "Set a password",
    intro: "All other devices are signed out then.",
    button: "Save the password",
  },
  fields: { name: "Name" },
  errors: {
    InvalidEmail: "That is not a complete email address. It should look like you@example.com.",
    FieldMissing: "Fill in this field.",
    FieldTooLong: "That is too long. Shorten it.",
    PasswordMissing: "Type in a password.",
    PasswordTooLong: "That password is too long. Up to 256 characters can be used.",
    PasswordCommon:
      "That password is one of the first that somebody would try. Choose another one.",
    PasswordBreached:
      "That password is known from a leak at another site. Choose another one, also there.",
    PasswordWrong: "That is not your current password. Check it and try again.",
    AddressNotProven:
      "Your address is not confirmed yet. Use “Forgot your password?” and follow the email.",
  },
  tooShort: (least) => `That password is too short. Use at least ${least} characters.`,
  errorDefault: "Something went wrong. Please try once more.",
};
