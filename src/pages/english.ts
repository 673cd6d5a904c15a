import type { PageMessages } from "../types/messages.js";

const SERVICE_FAILED = "That service didn’t finish the sign-in. Try again, or sign in another way.";
const NO_NEW_ACCOUNT = "We couldn’t create an account for you. Try again, or sign in another way.";
const MAIL_FAILED = "We couldn’t send the email. Check the address, then try again in a minute.";

/** The texts of the built-in pages in English. */
export const english: PageMessages = {
  or: "or",
  home: "Back to the site",
  signIn: {
    title: "Sign in",
    introChoice: "Choose how to sign in.",
    introRedirect: (provider) => `Use your ${provider} account to continue.`,
    introEmail: "We’ll email you a link. No password needed.",
    introForm: "Enter your details to continue.",
    introPasskey: "Use your fingerprint, face or screen lock.",
    nothingToChoose: "No sign-in methods are set up yet. The people who run this site can add one.",
    withProvider: (provider) => `Continue with ${provider}`,
    withEmail: "Continue with email",
    withForm: "Sign in",
    withPasskey: "Continue with a passkey",
    lastUsed: "Last used",
    moreWays: "More options",
    emailLabel: "Email address",
    emailPlaceholder: "you@example.com",
    passkeyNeedsScript: "Passkeys need JavaScript. Turn it on to use one.",
    newPasskey: "Create a passkey",
    passkeyCancelled:
      "No passkey was used. Try again, or create one if this is your first time here.",
    passkeyExists: "This device has a passkey for this account already. Sign in with it.",
    passkeyFailed: "Passkeys don’t work here right now. Try again, or sign in another way.",
    errors: {
      Signin: SERVICE_FAILED,
      OAuthSignin: SERVICE_FAILED,
      OAuthSignInError: SERVICE_FAILED,
      OAuthCallbackError: SERVICE_FAILED,
      Callback: SERVICE_FAILED,
      OAuthCreateAccount: NO_NEW_ACCOUNT,
      EmailCreateAccount: NO_NEW_ACCOUNT,
      OAuthAccountNotLinked:
        "You already have an account with this email address. Sign in the way you did last time.",
      AccountNotLinked:
        "This sign-in belongs to a different account. Sign in the way you did before.",
      EmailSignin: MAIL_FAILED,
      EmailSignInError: MAIL_FAILED,
      InvalidEmail: "That isn’t a complete email address. It should look like you@example.com.",
      CredentialsSignin: "Those details don’t match. Check them and try again.",
      PasswordSignin: "Wrong email or password. Try again.",
      FreshSignInRequired:
        "To confirm it’s you, sign in again the way you did before, then try again.",
      SessionRequired: "Sign in to see that page.",
      MissingCSRF: "This page was open for too long, or cookies are turned off. Try again.",
      RateLimited: "Too many attempts. Wait a few minutes, then try again.",
      AccessDenied: "That account has no access here. Try a different one.",
      Verification: "That link or code has expired or was used before. Ask for a new one below.",
      WebAuthnVerificationError:
        "We couldn’t verify that passkey. Try again, or sign in another way.",
      Configuration: "There’s a problem on our side. Sign in another way, or try again later.",
    },
    errorCodes: {},
    errorDefault: "Something went wrong, and you’re not signed in yet. Try again.",
  },
  signOut: {
    title: "Sign out",
    question: (site) => `Do you want to sign out of ${site} on this device?`,
    button: "Sign out",
    back: "Stay signed in",
  },
  error: {
    texts: {
      Configuration: {
        heading: "Sign-in isn’t available",
        what: "Something is wrong with how sign-in is set up here. It’s not your fault.",
        next: "Try again in a few minutes. If that doesn’t help, let the people who run this site know.",
        signIn: "Try again",
      },
      AccessDenied: {
        heading: "You don’t have access",
        what: "You proved who you are, but this account isn’t allowed in.",
        next: "Sign in with a different account, or ask the people who run this site to let you in.",
        signIn: "Use a different account",
      },
      Verification: {
        heading: "This link no longer works",
        what: "Sign-in links work once and only for a short time. This one has expired or was used before.",
        next: "Ask for a new link, then open the newest email you get.",
        signIn: "Get a new link",
      },
      InvalidCheck: {
        heading: "This sign-in has expired",
        what: "It took too long, was already finished, or was started in another browser.",
        next: "Start again. Nothing was lost, and if you were signed in, you still are.",
        signIn: "Start again",
      },
      Unavailable: {
        heading: "One moment, please",
        what: "A service that sign-in needs isn’t responding right now. It’s not your fault, and nothing was lost.",
        next: "Wait a few seconds, then try again. If that doesn’t help, let the people who run this site know.",
        signIn: "Try again",
      },
      SignedInElsewhere: {
        heading: "You’re signed out here",
        what: "We couldn’t sign you out at the service you signed in with. You may still be signed in there.",
        next: "If others use this device, sign out there as well, or close the browser.",
        signIn: "Sign in again",
      },
      SessionTooLarge: {
        heading: "Sign-in isn’t available",
        what: "You proved who you are, but this site wants to remember more about you than a browser can carry. It’s not your fault.",
        next: "Let the people who run this site know: their log says what to change.",
        signIn: "Try again",
      },
      WebAuthnVerificationError: {
        heading: "That passkey didn’t work",
        what: "We couldn’t verify the response from your device.",
        next: "Try again, or choose another way to sign in.",
        signIn: "Try again",
      },
    },
    textDefault: {
      heading: "Something went wrong",
      what: "You’re not signed in, because a step didn’t finish.",
      next: "Start again from the sign-in page. Nothing was lost.",
      signIn: "Go to sign-in",
    },
    developer: "Shown during development only",
    happened: "What happened",
    cause: "Likely cause",
    cure: "What to do",
    reference: "If you ask for help, mention the reference",
  },
  verifyRequest: {
    title: "Check your email",
    sent: "An email is on its way to you.",
    sentTo: "An email is on its way to",
    follow: (host) => `Open the link in it to sign in to ${host}. You can close this page.`,
    followOrCode: (host) => `Open the link in it to sign in to ${host}, or enter its code here.`,
    codeLabel: "Six-digit code",
    codeHint: "It’s in the email, next to the link.",
    codeButton: "Sign in",
    codeError: "That code is wrong or has expired. Check the newest email, or ask for another one.",
    missing: "Nothing there? It can take a minute. Look in the spam folder too.",
    resendSoon: "You can ask for another email in half a minute.",
    resend: "Send the email again",
    changeAddress: "Use a different address",
  },
  confirm: {
    title: "Is this you?",
    question: (host) => `You are about to sign in to ${host} as`,
    button: "Yes, sign me in",
    notYou: "If you didn’t ask for this, close the page. Nothing will happen.",
  },
};
