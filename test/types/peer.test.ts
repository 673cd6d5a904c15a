import type { Adapter as PeerAdapter } from "@auth/core/adapters";
import Apple from "@auth/core/providers/apple";
import Auth0 from "@auth/core/providers/auth0";
import PeerCredentials from "@auth/core/providers/credentials";
import Discord from "@auth/core/providers/discord";
import PeerGitHub from "@auth/core/providers/github";
import PeerGoogle from "@auth/core/providers/google";
import Keycloak from "@auth/core/providers/keycloak";
import MicrosoftEntraID from "@auth/core/providers/microsoft-entra-id";
import Slack from "@auth/core/providers/slack";
import type {
  Account as PeerAccount,
  Profile as PeerProfile,
  Session as PeerSession,
} from "@auth/core/types";
import type { AuthConfig } from "latchkey";
import type { Adapter, AdapterUser } from "latchkey/adapters";
import { MemoryAdapter } from "latchkey/adapters/memory";
import Credentials from "latchkey/providers/credentials";
import GitHub from "latchkey/providers/github";
import Google from "latchkey/providers/google";
import type { Account, Profile, Session } from "latchkey/types";
import { describe, expect, expectTypeOf, it } from "vitest";

const client = { clientId: "id", clientSecret: "secret" };

describe("decision 3: what is written for the peer compiles here, without a cast", () => {
  it("decision 3: its provider factories, called, uncalled and mixed with ours", () => {
    const config: AuthConfig = {
      providers: [
        PeerGitHub,
        PeerGitHub(client),
        PeerGoogle,
        PeerGoogle({ ...client, authorization: { params: { prompt: "consent" } } }),
        Apple(client),
        Auth0({ ...client, issuer: "https://x.test" }),
        Discord,
        Keycloak,
        MicrosoftEntraID(client),
        Slack(client),
        PeerCredentials({
          credentials: { username: { label: "Name", type: "text" }, password: {} },
          authorize: async ({ username }) => (username === "ada" ? { id: "1" } : null),
        }),
        GitHub,
        GitHub(client),
        Google({ ...client, id: "second" }),
        Credentials({ authorize: () => null }),
        () => Credentials({ id: "third" }),
      ],
    };
    expect(config.providers).toHaveLength(16);
  });

  it("decision 3: its Adapter type", () => {
    expectTypeOf<PeerAdapter>().toExtend<Adapter>();
    const adapter: PeerAdapter = {};
    const configs: AuthConfig[] = [
      { providers: [], adapter },
      { providers: [], adapter: () => adapter },
      { providers: [], adapter: async () => adapter },
    ];
    expect(configs).toHaveLength(3);
  });

  it("our memory adapter can be given to the peer", () => {
    expectTypeOf(MemoryAdapter()).toExtend<PeerAdapter>();
    expect(MemoryAdapter()).toHaveProperty("createUser");
  });

  it("decision 3: its Account, Profile and Session values", () => {
    expectTypeOf<PeerAccount>().toExtend<Account>();
    expectTypeOf<PeerProfile>().toExtend<Profile>();
    expectTypeOf<PeerSession>().toExtend<Session>();
  });

  it("decision 3: callbacks that name only what their strategy has, in the peer's style", () => {
    const configs: AuthConfig[] = [
      {
        providers: [],
        callbacks: {
          session({ session, token }) {
            if (token.sub) session.user.id = token.sub;
            return session;
          },
          jwt({ token, user, account, profile, trigger, session }) {
            token["role"] = user.name;
            if (account) token["accessToken"] = account.access_token;
            if (trigger === "update") token["theme"] = session;
            return typeof profile?.picture === "string"
              ? { ...token, picture: profile.picture }
              : token;
          },
        },
      },
      {
        providers: [],
        callbacks: {
          async session({ session, user }) {
            return { ...session, user: { ...session.user, id: user.id, email: user.email } };
          },
          async signIn({ user, account, profile, email, credentials }) {
            if (email?.verificationRequest) return true;
            if (credentials) return Boolean(user.email);
            return account?.provider === "google" ? profile?.email_verified === true : "/no";
          },
          redirect: ({ url, baseUrl }) => (url.startsWith("/") ? baseUrl + url : baseUrl),
        },
      },
      {
        providers: [],
        callbacks: { session: ({ session, token }) => ({ ...session, token }) },
        events: {
          signIn: async ({ user, account, isNewUser }) => {
            expect([user, account, isNewUser]).toBeDefined();
          },
          signOut(message) {
            if ("token" in message) expect(message.token).toBeDefined();
            else expect(message.session).toBeDefined();
          },
          createUser: ({ user }) => {
            expect(user.id).toBeDefined();
          },
        },
      },
    ];
    expect(configs).toHaveLength(3);
  });

  it("rows with fields of their own are adapter rows too", () => {
    const adapter: Adapter = {
      getUser: (id): AdapterUser & { role: string } => ({
        id,
        email: "a@b.test",
        emailVerified: null,
        role: "admin",
      }),
    };
    expect(adapter.getUser?.("1")).toMatchObject({ role: "admin" });
  });
});
