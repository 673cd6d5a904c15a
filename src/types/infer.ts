import type { DefaultSession, Register, Session } from "./session.js";

/** What a type tells about a value that the value itself does not hold: no value has these members. */
export declare const knownAs: unique symbol;
export declare const describes: unique symbol;
/** What a plugin adds to every session that is read. */
export declare const addsToSession: unique symbol;

/** Names the id a factory was given, or else the one it has by itself. */
export type IdOr<Given extends string, Own extends string> = string extends Given ? Own : Given;

/** An option of every factory: its type is kept, so that `signIn` knows the id. */
export interface Named<Id extends string> {
  id?: Id | undefined;
}

/** The ids of these providers: `string` where one of them is not known before the program runs. */
export type ProviderIdOf<P> = [IdOf<P>] extends [never] ? string : IdOf<P>;

type IdOf<P> = P extends () => infer Made
  ? IdOf<Made>
  : P extends { readonly [knownAs]?: infer Id extends string | undefined }
    ? typeof knownAs extends keyof P
      ? NonNullable<Id>
      : OwnId<P>
    : OwnId<P>;

type OwnId<P> = P extends { id: infer Id extends string } ? Id : string;

/** A text that is known only when the program runs, or one of these ids. */
export type ProviderChoice<Given extends string, Ids extends string> = string extends Given
  ? Given
  : Ids;

/** Whether the application has declared members of `Session` itself. */
type IsDeclared = keyof Session extends keyof DefaultSession ? false : true;

/**
 * What these plugins add to every session: all of it at once, since a parameter that several functions must accept has all
 * of their types. `unknown` when they add nothing.
 */
export type AddedBy<Plugins> = Plugins extends readonly { [addsToSession]?(added: never): void }[]
  ? Plugins[number][typeof addsToSession] extends ((added: infer Added) => void) | undefined
    ? Added
    : unknown
  : unknown;

/**
 * What the application sees of a session that its callback returns as `Returned`, or else of one with what plugins have
 * `Added`. Where it has declared what a session holds (module augmentation), that is it.
 */
export type ShownSession<Returned, Added = unknown> = IsDeclared extends true
  ? Session
  : Session extends Returned
    ? Session & Added
    : Returned extends unknown
      ? Session & Omit<Returned, "expires" | "sessionToken">
      : never;

/** Carried by what an integration returns, for the client in the browser to know its types. */
export interface Described<S, Ids extends string = string> {
  readonly [describes]?: { session: S; provider: Ids };
}

/** The session of the configuration that the application has registered; else `Session`. */
export type RegisteredSession = Register extends { config: infer Source }
  ? SessionOf<Source>
  : Session;

/** The user of a session, where one is known to be signed in. */
export type UserIn<S> = S extends { user?: infer Shown } ? NonNullable<Shown> : never;

/** A session in which a user is known to be signed in. */
export type SignedIn<S> = S & { user: UserIn<S> };

/**
 * The session of an application, by the type of its configuration, of a function that makes it, or of what an integration
 * returns.
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
 * The ids of the providers of an application, by the type of its configuration or of its `auth`.
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
