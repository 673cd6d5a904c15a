import type { Account } from "../../../types/account.js";
import type { AdapterInput } from "../../../types/adapter.js";
import type { Awaitable } from "../../../types/common.js";
import type { JWT } from "../../../types/jwt.js";
import type { CookiesOptions } from "../../../types/cookies.js";
import type { NextAuthConfig } from "../types.js";
import { authjsMigration } from "../../../plugins/authjs-migration/v4.js";
import { adaptProvider } from "./adapt-provider.js";
import { Refusals } from "./refusals.js";
import type { AuthOptions } from "./types.js";

/** Options of next-auth 4 as a configuration of ours. Reads the environment, so it is done at the first request. */
export function toConfig(options: AuthOptions, refusals = new Refusals()): NextAuthConfig {
  const { NEXTAUTH_SECRET, AUTH_SECRET } = process.env;
  const { providers, secret, jwt, adapter, cookies, callbacks, migration, ...same } = options;
  const cookieName = migration?.cookieName ?? cookies?.sessionToken?.name;
  return {
    ...same,
    providers: providers.map((provider) => adaptProvider(provider, refusals)),
    secret: secret ?? jwt?.secret ?? NEXTAUTH_SECRET ?? AUTH_SECRET,
    jwt: adaptJwt(jwt),
    adapter: adapter && withoutIds(adapter),
    callbacks: adaptCallbacks(callbacks, adapter !== undefined),
    cookies: cookies && attributesOf(cookies),
    plugins: [authjsMigration({ ...migration, from: "v4", cookieName })],
  };
}

/** The application's own ways get one secret each time, as before. */
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

/** One that is not of this secret may be of the next. */
async function openWith(decode: () => Awaitable<JWT | null>): Promise<JWT | null> {
  try {
    return await decode();
  } catch {
    return null;
  }
}

/** Names stay apart from those of next-auth 4, whose values can not be read; attributes go on. */
function attributesOf(cookies: Partial<CookiesOptions>): Partial<CookiesOptions> {
  const only = Object.entries(cookies).map(([name, { options }]) => [name, { options }] as const);
  return Object.fromEntries(only);
}

/** Adapters of next-auth 4 let the database make ids. */
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

/** Without an adapter a person was known by the id that the provider gave. */
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

/** The members are the same; next-auth 4 only claims more of them in its types. */
function v4<T>(params: object): T;
function v4(params: object): object {
  return params;
}
