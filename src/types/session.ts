export interface DefaultUser {
  id?: string;
  name?: string | null;
  email?: string | null;
  image?: string | null;
}

/**
 * The signed-in user. Extend it by declaration merging:
 *
 * ```ts
 * declare module "latchkey/types" {
 *   interface User { role: string }
 * }
 * ```
 */
export interface User extends DefaultUser {}

export interface DefaultSession {
  user?: User;
  /** ISO 8601 date-time at which the session ends unless it is renewed. */
  expires: string;
  /** The user is a guest, without an account: nobody is signed in. Needs `latchkey/providers/guest`. */
  guest?: true;
}

/** The session as the app and the browser see it. Extend it by declaration merging. */
export interface Session extends DefaultSession {}

/** What a `session` callback may return. `Session` is named, too: an application can declare one that isn't a `DefaultSession`. */
export type AnySession = Session | DefaultSession;

/**
 * Registers the app's configuration, so that its session has the right type in frameworks that can't infer
 * it. Once, in any file:
 *
 * ```ts
 * declare module "latchkey/types" {
 *   interface Register { config: typeof config }
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- applications add the member
export interface Register {}
