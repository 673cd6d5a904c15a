import type { AuthConfig, ResponseInternal } from "latchkey";
import type {
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "latchkey/adapters";
import type { AppProvider, Provider } from "latchkey/providers";
import type {
  Account,
  Awaitable,
  CallbacksOptions,
  DefaultSession,
  EventCallbacks,
  JsonValue,
  Profile,
  ProviderType,
  Session,
  User,
} from "latchkey/types";
import type { JWT } from "latchkey/jwt";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";

type Nullable = string | null | undefined;

/** The keys of T that must be there. */
type RequiredKeys<T> = {
  [K in keyof T as string extends K ? never : number extends K ? never : K]-?: object extends Pick<
    T,
    K
  >
    ? never
    : K;
} extends infer M
  ? M[keyof M]
  : never;

describe("the types of the resources", () => {
  it("[RES-1] Session has expires and may have a user; DefaultSession has the same shape", () => {
    expectTypeOf<Session["expires"]>().toEqualTypeOf<string>();
    expectTypeOf<RequiredKeys<Session>>().toEqualTypeOf<"expires">();
    expectTypeOf<Session["user"]>().toEqualTypeOf<User | undefined>();
    expectTypeOf<Pick<Session, "user" | "expires">>().toEqualTypeOf<
      Pick<DefaultSession, "user" | "expires">
    >();
    const session: Session = { expires: new Date(0).toISOString() };
    expect(session).not.toHaveProperty("user");
  });

  it("[RES-2] every member of User is optional", () => {
    expectTypeOf<RequiredKeys<User>>().toBeNever();
    expectTypeOf<User["id"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<User["name"]>().toEqualTypeOf<Nullable>();
    expectTypeOf<User["email"]>().toEqualTypeOf<Nullable>();
    expectTypeOf<User["image"]>().toEqualTypeOf<Nullable>();
    const user: User = {};
    expect(user).toEqual({});
  });

  it("[RES-3] AdapterUser needs id, email and emailVerified", () => {
    expectTypeOf<RequiredKeys<AdapterUser>>().toEqualTypeOf<"id" | "email" | "emailVerified">();
    expectTypeOf<AdapterUser["id"]>().toEqualTypeOf<string>();
    expectTypeOf<AdapterUser["email"]>().toEqualTypeOf<string>();
    expectTypeOf<AdapterUser["emailVerified"]>().toEqualTypeOf<Date | null>();
    expectTypeOf<AdapterUser>().toExtend<User>();
    // @ts-expect-error the e-mail address is missing
    const broken: AdapterUser = { id: "1", emailVerified: null };
    expect(broken).toBeDefined();
  });

  it("[RES-5] AdapterSession is sessionToken, userId and expires", () => {
    expectTypeOf<AdapterSession>().toEqualTypeOf<{
      sessionToken: string;
      userId: string;
      expires: Date;
    }>();
    expect(createMemoryStore().sessions.size).toBe(0);
  });

  it("[RES-6] Account is indexable and needs provider, providerAccountId and type only", () => {
    expectTypeOf<RequiredKeys<Account>>().toEqualTypeOf<
      "provider" | "providerAccountId" | "type"
    >();
    expectTypeOf<Account["anything"]>().toEqualTypeOf<JsonValue | undefined>();
    expectTypeOf<Account["type"]>().toEqualTypeOf<ProviderType>();
    expectTypeOf<Account["userId"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["access_token"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["refresh_token"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["id_token"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["scope"]>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Account["token_type"]>().toEqualTypeOf<Lowercase<string> | undefined>();
    expectTypeOf<Account["expires_in"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Account["expires_at"]>().toEqualTypeOf<number | undefined>();
    const account: Account = { provider: "p", providerAccountId: "1", type: "oidc", custom: [1] };
    // @ts-expect-error tokens are read-only
    account.access_token = "x";
    expect(account["custom"]).toEqual([1]);
  });

  it("[RES-10] AdapterAccount is of a stored type and needs userId", () => {
    expectTypeOf<AdapterAccountType>().toEqualTypeOf<"oauth" | "oidc" | "email" | "webauthn">();
    expectTypeOf<AdapterAccount["type"]>().toEqualTypeOf<AdapterAccountType>();
    expectTypeOf<AdapterAccount["userId"]>().toEqualTypeOf<string>();
    expectTypeOf<AdapterAccount>().toExtend<Account>();
  });

  it("[RES-10] one user may have several accounts", async () => {
    const store = createMemoryStore();
    const adapter = MemoryAdapter(store);
    const { id } = await adapter.createUser({ id: "1", email: "a@b.test", emailVerified: null });
    for (const provider of ["github", "google"]) {
      await adapter.linkAccount({ provider, providerAccountId: "x", type: "oauth", userId: id });
    }
    expect(store.accounts.size).toBe(2);
    for (const provider of ["github", "google"]) {
      expect(await adapter.getUserByAccount({ provider, providerAccountId: "x" })).toMatchObject({
        id,
      });
    }
  });

  it("[RES-13] Profile has every standard claim of OpenID Connect, all optional, and is indexable", () => {
    type Texts =
      | "id"
      | "sub"
      | "name"
      | "given_name"
      | "family_name"
      | "middle_name"
      | "nickname"
      | "preferred_username"
      | "profile"
      | "email"
      | "gender"
      | "birthdate"
      | "locale"
      | "phone_number"
      | "website"
      | "zoneinfo";
    expectTypeOf<{ [K in Texts]: Profile[K] }>().toEqualTypeOf<{ [K in Texts]: Nullable }>();
    expectTypeOf<Profile["email_verified"]>().toEqualTypeOf<boolean | null | undefined>();
    expectTypeOf<Profile["updated_at"]>().toEqualTypeOf<
      string | number | Date | null | undefined
    >();
    expectTypeOf<NonNullable<Profile["address"]>>().toEqualTypeOf<{
      country?: string | null;
      formatted?: string | null;
      locality?: string | null;
      postal_code?: string | null;
      region?: string | null;
      street_address?: string | null;
    }>();
    expectTypeOf<Profile["picture"]>().toBeAny();
    expectTypeOf<Profile["any_other"]>().toEqualTypeOf<unknown>();
    expectTypeOf<RequiredKeys<Profile>>().toBeNever();
    const profile: Profile = { sub: "1", org: { id: 7 } };
    expect(profile["org"]).toEqual({ id: 7 });
  });

  it("[RES-14] rows may have fields of their own, in types and in the store; OAuth values are snake_case", async () => {
    const adapter = MemoryAdapter();
    const user = { id: "1", email: "a@b.test", emailVerified: null, favoriteColor: "green" };
    await adapter.createUser(user);
    expect(await adapter.getUser("1")).toEqual(user);
    const account = {
      userId: "1",
      type: "oidc",
      provider: "p",
      providerAccountId: "1",
      access_token: "a",
      id_token: "i",
      tenant: "x",
    } as const;
    await adapter.linkAccount(account);
    expect(await adapter.getAccount("1", "p")).toEqual(account);
    expectTypeOf<typeof account>().toExtend<AdapterAccount>();
    expectTypeOf<typeof user>().toExtend<AdapterUser>();
  });

  it("authenticators and verification tokens have the members of the specification", () => {
    expectTypeOf<VerificationToken>().toEqualTypeOf<{
      identifier: string;
      token: string;
      expires: Date;
    }>();
    expectTypeOf<RequiredKeys<AdapterAuthenticator>>().toEqualTypeOf<
      | "credentialID"
      | "credentialPublicKey"
      | "counter"
      | "credentialDeviceType"
      | "credentialBackedUp"
      | "providerAccountId"
      | "userId"
    >();
    expectTypeOf<AdapterAuthenticator["transports"]>().toEqualTypeOf<Nullable>();
    expect(createMemoryStore().authenticators.size).toBe(0);
  });
});

describe("the types of the configuration", () => {
  it("[PRV-1] a provider is of one of five types, an object or a function that returns one", () => {
    expectTypeOf<ProviderType>().toEqualTypeOf<
      "oidc" | "oauth" | "email" | "credentials" | "webauthn"
    >();
    // The library's own flows for passwords and guests come on top.
    expectTypeOf<Exclude<Provider, (...args: never) => unknown>["type"]>().toEqualTypeOf<
      ProviderType | "password" | "guest"
    >();
    const made: Provider = () => ({
      id: "c",
      name: "C",
      type: "credentials",
      credentials: { username: { label: "Name", type: "text", maxLength: 20 } },
      authorize: (given) => (given["username"] === "ada" ? { id: "1" } : null),
    });
    expect(made()).toMatchObject({ type: "credentials" });
  });

  it("[PRV-3] AppProvider adds callbackUrl and signinUrl", () => {
    expectTypeOf<AppProvider>().toEqualTypeOf<{
      id: string;
      name: string;
      type: ProviderType;
      callbackUrl: string;
      signinUrl: string;
    }>();
    const provider: AppProvider = {
      id: "a",
      name: "A",
      type: "oauth",
      callbackUrl: "https://a.test/callback/a",
      signinUrl: "https://a.test/signin/a",
    };
    expect(provider.id).toBe("a");
  });

  it("[ADP-1] every method of an adapter is optional", () => {
    expectTypeOf<RequiredKeys<Adapter>>().toBeNever();
    const adapter: Adapter = {};
    expect(adapter).toEqual({});
  });

  it("[SVC-5] ResponseInternal is plain data", () => {
    const internal: ResponseInternal = { redirect: "https://a.test", cookies: [], status: 302 };
    expectTypeOf(internal.headers).toEqualTypeOf<Headers | undefined>();
    expect(internal.redirect).toBe("https://a.test");
  });

  it("[CBK-1] [CBK-7] the callbacks answer as the specification says", () => {
    type Returned<K extends keyof CallbacksOptions> = ReturnType<NonNullable<CallbacksOptions[K]>>;
    expectTypeOf<Returned<"signIn">>().toEqualTypeOf<Awaitable<boolean | string>>();
    expectTypeOf<Returned<"redirect">>().toEqualTypeOf<Awaitable<string>>();
    expectTypeOf<Returned<"jwt">>().toEqualTypeOf<Awaitable<JWT | null>>();
    expectTypeOf<Returned<"session">>().toEqualTypeOf<Awaitable<Session | DefaultSession>>();
    type Jwt = Parameters<NonNullable<CallbacksOptions["jwt"]>>[0];
    expectTypeOf<Jwt["trigger"]>().toEqualTypeOf<"signIn" | "signUp" | "update" | undefined>();
    const config: AuthConfig = { providers: [], callbacks: { signIn: () => true } };
    expect(config.callbacks).toHaveProperty("signIn");
  });

  it("[EVT-5] the signOut event tells either the session or the token", () => {
    type Message = Parameters<EventCallbacks["signOut"]>[0];
    expectTypeOf<Message>().toEqualTypeOf<
      { session: AdapterSession | null | undefined | void } | { token: JWT | null }
    >();
    const message: Message = { token: null };
    expect(message).toEqual({ token: null });
  });
});
