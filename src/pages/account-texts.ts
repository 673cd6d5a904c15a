/** Every text of the account page. */
export const accountTexts = {
  title: "Your account",
  signedInAs: "You are signed in as",
  nameless: "somebody without a name",
  ways: {
    title: "Ways to sign in",
    mail: "Email link",
    mailNote: (email: string) => `Whoever can read the mail to ${email} can sign in with it.`,
    password: "Password",
    passwordChange: "Change",
    passwordSet: "Set a password",
    passwordNone: "You have none yet.",
    remove: "Remove",
    removeLabel: (name: string) => `Remove ${name}`,
    last: "The only way left to sign in, so that it can not be removed.",
    add: (name: string) => `Add ${name}`,
  },
  passkeys: {
    title: "Passkeys",
    none: "You have none yet. With one you sign in by finger, face or screen lock.",
    synced: "Passkey on several devices",
    single: "Passkey on one device",
    add: "Add a passkey",
    needsScript: "Adding a passkey needs JavaScript.",
  },
  devices: {
    title: "Where you are signed in",
    current: "This device",
    seen: (time: string) => `Last seen ${time}`,
    signedIn: (time: string) => `Signed in ${time}`,
    end: "Sign out",
    endLabel: (name: string) => `Sign out ${name}`,
    endOthers: "Sign out everywhere else",
  },
  question: {
    title: "Is this you too?",
    intro: (provider: string, site: string) =>
      `You signed in at ${provider}, and your account at ${site} has the same email address. If both are yours, you can sign in with either from now on.`,
    yes: (provider: string) => `Yes, add ${provider}`,
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
  done: new Map([
    ["unlink", "It is removed. Nobody can sign in that way any more."],
    ["remove-passkey", "The passkey is removed. Delete it on your device as well."],
    ["end-session", "That device is signed out."],
    ["end-others", "All other devices are signed out."],
  ]),
  errors: new Map([
    ["LastWay", "That is the only way left to sign in. Add another one first."],
    ["NotFound", "That is not there any more."],
    ["NotAllowed", "You can not do that here. Ask the people who run this site."],
  ]),
  errorDefault: "That did not work. Try again.",
} as const;
