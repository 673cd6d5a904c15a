/** An account at a provider that leads to the user. */
export interface AccountWay {
  /** Id of the provider. */
  readonly provider: string;
  /** Its name; the id where it is not offered any more. */
  readonly name: string;
  /** The id of the account at the provider: together they name it. */
  readonly account: string;
  /** Whether it can be removed: the last way to sign in can not. */
  readonly removable: boolean;
}

/** A passkey of the user. */
export interface AccountPasskey {
  /** Id of the provider. */
  readonly provider: string;
  /** Id of the credential. */
  readonly id: string;
  /** What its owner calls it; null where it has no name. */
  readonly name: string | null;
  /** ISO 8601, in UTC; null where that is not known. */
  readonly createdAt: string | null;
  readonly lastUsedAt: string | null;
  /** Whether it can be named: not with every adapter. */
  readonly renamable: boolean;
  /** Whether it is on several devices, rather than on one. */
  readonly synced: boolean;
  /** How it is reached: `internal`, `usb`, `hybrid`, … */
  readonly transports: readonly string[];
  readonly removable: boolean;
}

/** A place where the user is signed in. */
export interface AccountDevice {
  /** Names the session, to end it. */
  readonly id: string;
  /** In words, such as "Firefox on Linux". */
  readonly name: string;
  /** The same for pages in other languages; null where it is not known. */
  readonly browser: string | null;
  readonly system: string | null;
  /** ISO 8601, in UTC. */
  readonly signedInAt: string;
  readonly lastSeenAt: string;
  readonly ip: string | null;
  /** Whether it is the one that asks. */
  readonly current: boolean;
}

/** An account that was proven, or a passkey that was made, and that the user is asked whether to add. */
export interface AccountQuestion {
  /** Which of them. */
  readonly kind: "account" | "passkey";
  readonly provider: string;
  readonly name: string;
  /** The person's name or address there, where it is known. */
  readonly label: string | null;
}

/** What can be added as another way to sign in. */
export interface AccountOffer {
  readonly provider: string;
  readonly name: string;
}

/**
 * One's own account, as `GET account` tells it to programs. What is null can not be told with this
 * configuration or adapter.
 */
export interface AccountInfo {
  readonly user: {
    readonly name: string | null;
    readonly email: string | null;
    readonly image: string | null;
  };
  /** Accounts at providers. */
  readonly ways: readonly AccountWay[] | null;
  /** Whether a link can be mailed to the user's address to sign in. */
  readonly mail: boolean;
  /** Whether there is a password; null where there are none. */
  readonly password: boolean | null;
  /** What plugins say about the user, by the name of the plugin: `{ "two-factor": { on: true } }`. */
  readonly sections: Readonly<Record<string, unknown>>;
  readonly passkeys: readonly AccountPasskey[] | null;
  /**
   * An account with which somebody tried to sign in, in this browser, while its address was this user's: they
   * are asked whether it is theirs. `POST account/link-pending`, with `answer` "yes" or "no".
   */
  readonly pending: AccountQuestion | null;
  /** Providers at which an account can be added. */
  readonly offers: readonly AccountOffer[];
  /** Where the user is signed in, the one seen last first. Needs the plugin `sessionRegistry`. */
  readonly devices: readonly AccountDevice[] | null;
  /** Whether the user may delete the account: see `callbacks.deleteUser`. */
  readonly deletable: boolean;
}

/** What can be done to one's own account, at `POST account/{act}`. */
export type AccountAct =
  | "delete"
  | "end-others"
  | "end-session"
  | "link"
  | "link-pending"
  | "remove-passkey"
  | "rename-passkey"
  | "unlink";

/** A row in a plugin's section of the page. */
export interface SectionRow {
  readonly title: string;
  readonly note?: string;
  readonly links?: readonly { readonly label: string; readonly url: string }[];
}
