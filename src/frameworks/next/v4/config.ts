import { authjsMigration } from "../../../plugins/authjs-migration/v4.js";
import type { Account } from "../../../types/account.js";
import type { AdapterInput } from "../../../types/adapter.js";
import type { Awaitable } from "../../../types/common.js";
import type { CookiesOptions } from "../../../types/cookies.js";
import type { JWT } from "../../../types/jwt.js";
import type { NextAuthConfig } from "../types.js";
import { adaptProvider } from "./adapt-provider.js";
import { Refusals } from "./refusals.js";
import type { AuthOptions } from "./types.js";

/** Converts options of next-auth 4. Reads the environment, so it runs at the first request. */
export function toConfig(options: AuthOptions, refusals = new Refusals()): NextAuthConfig {
  const { NEXTAUTH_SECRET, AUTH_SECRET } = process.env;
  const { providers, secret, jwt, adapter, cookies, callbacks, migration, ...rest } = options;
  const { events, ...same } = rest;
  const cookieName = migration?.cookieName ?? cookies?.sessionToken?.name;
  return {
    ...same,
    providers: providers.map((provider) => adaptProvider(provider, refusals)),
    secret: secret ?? jwt?.secret ?? NEXTAUTH_SECRET ?? AUTH_SECRET,
    jwt: adaptJwt(jwt),
    adapter: adapter && withoutIds(adapter),
    callbacks: adaptCallbacks(callbacks, adapter !== undefined),
    events: v4(events ?? {}),
    cookies: cookies && attributesOf(cookies),
    plugins: [authjsMigration({ ...migration, from: "v4", cookieName })],
  };
}

/** The application's own functions get one secret at a time, as before. */
function adaptJwt(jwt: AuthOptions["jwt"] = {}): NonNullable<NextAuthConfig["jwt"]> {
  const { encode, decode, ...plain } = jwt;
  return {
    ...plain,
    ...(encode && {
      encode: (params) => encode.call(jwt, { ...params, secret: [params.secret].flat()[0] ?? "" }),
    }),
    ...(decode && {
      async decode(params) {
        for (const secret of [params.secret].flat()) {
          const claims = await openWith(() => decode.call(jwt, { ...params, secret }));
          if (claims) return claims;
        }
        return null;
      },
    }),
  };
}

/** If one secret doesn't open it, the next is tried. */
async function openWith(decode: () => Awaitable<JWT | null>): Promise<JWT | null> {
  try {
    return await decode();
  } catch {
    return null;
  }
}

/** Names differ from those of next-auth 4, whose values can't be read; attributes are kept. */
function attributesOf(cookies: Partial<CookiesOptions>): Partial<CookiesOptions> {
  const only = Object.entries(cookies).map(([name, { options }]) => [name, { options }] as const);
  return Object.fromEntries(only);
}

/** With adapters of next-auth 4, the database generates ids. */
function withoutIds(adapter: NonNullable<AuthOptions["adapter"]>): AdapterInput {
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown =>
        Reflect.apply(member, target, name === "createUser" ? args.map(withoutId) : args);
    },
  });
}

function withoutId(user: unknown): unknown {
  if (typeof user !== "object") return user;
  const copy = { ...user };
  Reflect.deleteProperty(copy, "id");
  return copy;
}

type Callbacks = NonNullable<NextAuthConfig["callbacks"]>;

/** Without an adapter, users were identified by the provider's id. */
function adaptCallbacks(callbacks: AuthOptions["callbacks"], hasAdapter: boolean): Callbacks {
  const { signIn, redirect, session, jwt } = callbacks ?? {};
  const given: Callbacks = {
    ...(signIn && { signIn: (params) => signIn.call(callbacks, v4(params)) }),
    ...(redirect && { redirect }),
    ...(session && { session: (params) => session.call(callbacks, v4(params)) }),
    ...(jwt && { jwt: (params) => jwt.call(callbacks, v4(params)) }),
  };
  if (hasAdapter) return given;
  return {
    ...given,
    jwt(params) {
      const { account, token, user } = params;
      const id = account && isFromProvider(account) ? account.providerAccountId : undefined;
      const known =
        id === undefined
          ? params
          : { ...params, token: { ...token, sub: id }, user: { ...user, id } };
      return given.jwt ? given.jwt(known) : known.token;
    },
  };
}

function isFromProvider({ type }: Account): boolean {
  return type === "oauth" || type === "oidc";
}

/** The members are the same; the types of next-auth 4 only claim more. */
function v4<T>(params: object): T;
function v4(params: object): object {
  return params;
}
