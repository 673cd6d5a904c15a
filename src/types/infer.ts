import type { DefaultSession, Register, Session } from "./session.js";

/** Type information that isn't part of the value: no value has these members. */
export declare const knownAs: unique symbol;
export declare const describes: unique symbol;
/** What a plugin adds to every session. */
export declare const addsToSession: unique symbol;

/**
 * The type argument of a factory: the id passed to it, which is inferred, or a type of profile, which is written out as
 * in Auth.js: `Google<GoogleProfile>({ … })`.
 */
export type IdOrProfile = string | object;

/** The id passed to a factory, or otherwise its default. */
export type IdOr<Given, Own extends string> = string extends Given
  ? Own
  : Given extends string
    ? Given
    : Own;

/** The profile passed to a factory, or otherwise its own. */
export type ProfileOr<Given, Own> = Given extends string ? Own : Given & Own;

/** An option of every factory: its literal type is kept, so that `signIn` knows the id. */
export interface Named<Id extends IdOrProfile> {
  // A literal is inferred to the first member; the second one takes an id that's known only at run time.
  id?: (Id & string) | (string & {}) | undefined;
}

/** The ids of these providers: `string` if one of them is known only at run time. */
export type ProviderIdOf<P> = [IdOf<P>] extends [never] ? string : IdOf<P>;

type IdOf<P> = P extends () => infer Made
  ? IdOf<Made>
  : P extends { readonly [knownAs]?: infer Id extends string | undefined }
    ? typeof knownAs extends keyof P
      ? NonNullable<Id>
      : OwnId<P>
    : OwnId<P>;

type OwnId<P> = P extends { id: infer Id extends string } ? Id : string;

/** One of these ids, or any string at run time. */
export type ProviderChoice<Given extends string, Ids extends string> = string extends Given
  ? Given
  : Ids;

/** Whether the app has augmented `Session`. */
type IsDeclared = keyof Session extends keyof DefaultSession ? false : true;

/**
 * What these plugins add to every session: the intersection of their types, inferred from a function
 * parameter. `unknown` if they add nothing.
 */
export type AddedBy<Plugins> = Plugins extends readonly { [addsToSession]?(added: never): void }[]
  ? Plugins[number][typeof addsToSession] extends ((added: infer Added) => void) | undefined
    ? Added
    : unknown
  : unknown;

/**
 * The app's session type: what its callback returns (`Returned`), otherwise the default plus what plugins
 * `Added`. If the app has augmented `Session`, that wins.
 */
export type ShownSession<Returned, Added = unknown> = IsDeclared extends true
  ? Session
  : Session extends Returned
    ? Session & Added
    : Returned extends unknown
      ? Session & Omit<Returned, "expires" | "sessionToken">
      : never;

/** Carried by an integration's result, so that the browser client knows its types. */
export interface Described<S, Ids extends string = string> {
  readonly [describes]?: { session: S; provider: Ids };
}

/** The session of the registered configuration; otherwise `Session`. */
export type RegisteredSession = Register extends { config: infer Source }
  ? SessionOf<Source>
  : Session;

/** The user of a session, if someone is known to be signed in. */
export type UserIn<S> = S extends { user?: infer Shown } ? NonNullable<Shown> : never;

/** A session with a user. */
export type SignedIn<S> = S & { user: UserIn<S> };

/**
 * The session type of an app, from the type of its configuration, a function that returns it, or the result
 * of an integration.
 *
 * ```ts
 * type AppSession = SessionOf<typeof config>;
 * ```
 */
export type SessionOf<Source> = Source extends { readonly [describes]?: infer Told }
  ? typeof describes extends keyof Source
    ? Extract<Told, { session: unknown }>["session"]
    : SessionOfConfig<Source>
  : SessionOfConfig<Source>;

type SessionOfConfig<Config> = Config extends (...given: never[]) => infer Made
  ? SessionOfConfig<Awaited<Made>>
  : ShownSession<ReturnedIn<Config>, AddedIn<Config>>;

type ReturnedIn<Config> = Config extends { callbacks?: infer Callbacks }
  ? NonNullable<Callbacks> extends { session?: infer Callback }
    ? NonNullable<Callback> extends (...params: never[]) => infer Returned
      ? Awaited<Returned>
      : Session
    : Session
  : Session;

type AddedIn<Config> = Config extends { plugins?: infer Plugins }
  ? AddedBy<NonNullable<Plugins>>
  : unknown;

/**
 * The provider ids of an app, from the type of its configuration or of its `auth`.
 *
 * ```ts
 * type AppProvider = ProviderIdsOf<typeof config>;
 * ```
 */
export type ProviderIdsOf<Source> = Source extends { readonly [describes]?: infer Told }
  ? typeof describes extends keyof Source
    ? Extract<Told, { provider: string }>["provider"]
    : ProviderIdsOfConfig<Source>
  : ProviderIdsOfConfig<Source>;

type ProviderIdsOfConfig<Config> = Config extends { providers: readonly (infer P)[] }
  ? ProviderIdOf<P>
  : string;
