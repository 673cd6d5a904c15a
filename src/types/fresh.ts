/** How recently, and how, somebody must have proven who they are. */
export interface FreshOptions {
  /** Seconds ago that the last proof may be. @default 600 */
  readonly within?: number | undefined;
  /** The ways that count: ids of providers, or their types such as `webauthn`. @default all */
  readonly methods?: readonly string[] | undefined;
  /** Where to go once it is proven. @default the page that was asked for */
  readonly redirectTo?: string | undefined;
}

/** Whether the last proof is recent enough; else the page that asks for one, of the same person. */
export type Freshness = { readonly ok: true } | { readonly ok: false; readonly url: string };
