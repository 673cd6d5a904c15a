/** An account at a provider that signs the user in. */
export interface AccountWay {
  /** The provider's id. */
  readonly provider: string;
  /** The provider's name; its id if it's no longer configured. */
  readonly name: string;
  /** The account's id at the provider. Together with `provider`, it identifies the account. */
  readonly account: string;
  /** Whether it can be removed: the last sign-in method can't. */
  readonly removable: boolean;
}

/** A passkey of the user. */
export interface AccountPasskey {
  /** The provider's id. */
  readonly provider: string;
  /** The credential's id. */
  readonly id: string;
  /** The name its owner gave it; null if none. */
  readonly name: string | null;
  /** ISO 8601, in UTC; null if unknown. */
  readonly createdAt: string | null;
  readonly lastUsedAt: string | null;
  /** Whether it can be renamed: not with every adapter. */
  readonly renamable: boolean;
  /** Whether it's synced between devices. */
  readonly synced: boolean;
  /** How it's reached: `internal`, `usb`, `hybrid`, … */
  readonly transports: readonly string[];
  readonly removable: boolean;
}

/** A device where the user is signed in. */
export interface AccountDevice {
  /** The session's id, to end it. */
  readonly id: string;
  /** A readable name, such as "Firefox on Linux". */
  readonly name: string;
  /** The same in parts, for pages in other languages; null if unknown. */
  readonly browser: string | null;
  readonly system: string | null;
  /** ISO 8601, in UTC. */
  readonly signedInAt: string;
  readonly lastSeenAt: string;
  readonly ip: string | null;
  /** Whether it's the session of this request. */
  readonly current: boolean;
}

/** A verified account, or a new passkey, that the user is asked to add. */
export interface AccountQuestion {
  /** Its id. */
  readonly kind: "account" | "passkey";
  readonly provider: string;
  readonly name: string;
  /** The user's name or address there, if known. */
  readonly label: string | null;
}

/** What can be added as another sign-in method. */
export interface AccountOffer {
  readonly provider: string;
  readonly name: string;
}

/**
 * The user's own account, as `GET account` returns it. Null members aren't available with this configuration
 * or adapter.
 */
export interface AccountInfo {
  readonly user: {
    readonly name: string | null;
    readonly email: string | null;
    readonly image: string | null;
  };
  /** Accounts at providers. */
  readonly ways: readonly AccountWay[] | null;
  /** Whether the user can sign in with a magic link. */
  readonly mail: boolean;
  /** Whether the user has a password; null without a password provider. */
  readonly password: boolean | null;
  /** Sections of plugins, by plugin name: `{ "two-factor": { on: true } }`. */
  readonly sections: Readonly<Record<string, unknown>>;
  readonly passkeys: readonly AccountPasskey[] | null;
  /**
   * An account whose sign-in was refused in this browser because its address is this user's: they're asked
   * whether it's theirs. `POST account/link-pending`, with `answer` "yes" or "no".
   */
  readonly pending: AccountQuestion | null;
  /** Providers whose accounts can be added. */
  readonly offers: readonly AccountOffer[];
  /** Where the user is signed in, most recently seen first. Needs the plugin `sessionRegistry`. */
  readonly devices: readonly AccountDevice[] | null;
  /** The profile fields that the user may edit: see the options of `accountPage`. */
  readonly editable: readonly ProfileField[];
  /** Whether the user may delete the account: see `callbacks.deleteUser`. */
  readonly deletable: boolean;
}

/** What users can edit about themselves. */
export type ProfileField = "name" | "image";

/** Changes to the user's own account, at `POST account/{act}`. */
export type AccountAct =
  | "delete"
  | "end-others"
  | "end-session"
  | "export"
  | "link"
  | "link-pending"
  | "profile"
  | "remove-passkey"
  | "rename-passkey"
  | "unlink";

/** A row in a plugin's section of the page. */
export interface SectionRow {
  readonly title: string;
  readonly note?: string;
  readonly links?: readonly { readonly label: string; readonly url: string }[];
  /**
   * Each form posts its fields to `url`, with the CSRF token and the account page as `callbackUrl`.
   */
  readonly buttons?: readonly SectionButton[];
}

/** A button in a plugin's section. */
export interface SectionButton {
  readonly label: string;
  /** Of a route of the plugin. */
  readonly url: string;
  readonly fields?: Readonly<Record<string, string>>;
}
