export interface DefaultUser {
  id?: string;
  name?: string | null;
  email?: string | null;
  image?: string | null;
}

/**
 * The person who signed in. Extend it by declaration merging:
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
}

/** What the application and the browser see of a session. Extend it by declaration merging. */
export interface Session extends DefaultSession {}

/**
 * Names the configuration of the application, so that its session has the right type wherever a framework has no place
 * to infer it. Once, in any file:
 *
 * ```ts
 * declare module "latchkey/types" {
 *   interface Register { config: typeof config }
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- applications add the member
export interface Register {}
