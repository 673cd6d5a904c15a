/** How recently, and with which methods, a user must have proven who they are. */
export interface FreshOptions {
  /** How many seconds ago the last proof may be. @default 600 */
  readonly within?: number | undefined;
  /** Accepted methods: ids of providers, or their types such as `webauthn`. @default all */
  readonly methods?: readonly string[] | undefined;
  /** Where to go afterwards. @default the requested page */
  readonly redirectTo?: string | undefined;
}

/** Whether the last proof is recent enough; otherwise the page where the same user can give a new one. */
export type Freshness = { readonly ok: true } | { readonly ok: false; readonly url: string };
