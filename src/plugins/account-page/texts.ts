import type { AccountMessages } from "../../types/account-messages.js";

/** The texts of the account page, in English. */
export const accountTexts: AccountMessages = {
  title: "Your account",
  signedInAs: (who) => `You are signed in as ${who}.`,
  nameless: "somebody without a name",
  ways: {
    title: "Ways to sign in",
    mail: "Email link",
    mailNote: (email) => `Whoever can read the mail to ${email} can sign in with it.`,
    password: "Password",
    passwordChange: "Change",
    passwordSet: "Set a password",
    passwordNone: "You have none yet.",
    remove: "Remove",
    removeLabel: (name) => `Remove ${name}`,
    last: "The only way left to sign in, so that it can not be removed.",
    add: (name) => `Add ${name}`,
  },
  passkeys: {
    title: "Passkeys",
    none: "You have none yet. With one you sign in by finger, face or screen lock.",
    synced: "Passkey on several devices",
    single: "Passkey on one device",
    add: "Add a passkey",
    needsScript: "Adding a passkey needs JavaScript.",
    made: (day) => `Made on ${day}`,
    used: (day) => `Last used on ${day}`,
    rename: "Rename",
    renameLabel: (name) => `Rename ${name}`,
    nameLabel: "Name, such as the device it is on",
    save: "Save the name",
  },
  devices: {
    title: "Where you are signed in",
    current: "This device",
    thisComputer: "This computer",
    seen: (time) => `Last seen ${time}`,
    name: (browser, system) => `${browser} on ${system}`,
    unknown: "An unknown browser",
    unknownOn: (system) => `A browser on ${system}`,
    end: "Sign out",
    endLabel: (name) => `Sign out ${name}`,
    endOthers: "Sign out everywhere else",
  },
  question: {
    title: "Is this you too?",
    intro: (provider, site) =>
      `You signed in at ${provider}, and your account at ${site} has the same email address. If both are yours, you can sign in with either from now on.`,
    yes: (provider) => `Yes, add ${provider}`,
    passkeyIntro: (site) =>
      `You made a passkey for an email address that has an account at ${site} already. If it was you, you can sign in with the passkey from now on.`,
    passkeyYes: "Yes, add the passkey",
    no: "No, leave it",
  },
  leave: { signOut: "Sign out", home: "Back to the site" },
  remove: {
    summary: "Delete my account",
    warning:
      "This can not be undone: your account and everything that lets you sign in to it are deleted.",
    confirm: "Yes, delete my account",
    button: "Delete my account",
  },
  done: {
    unlink: "It is removed. Nobody can sign in that way any more.",
    "remove-passkey": "The passkey is removed. Delete it on your device as well.",
    "rename-passkey": "The passkey has its new name.",
    "end-session": "That device is signed out.",
    "end-others": "All other devices are signed out.",
  },
  errors: {
    LastWay: "That is the only way left to sign in. Add another one first.",
    NotFound: "That is not there any more.",
    NotAllowed: "You can not do that here. Ask the people who run this site.",
    InvalidName: "A name has at most 60 characters.",
  },
  errorDefault: "That did not work. Try again.",
};
