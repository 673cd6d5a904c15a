import type { ExpressAuthConfig } from "latchkey/express";
import Credentials from "latchkey/providers/credentials";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import { identityId } from "./identity/index.js";
import type { Parts } from "./parts.js";
import { isPasswordOf } from "./passwords.js";
import { people, type Person } from "./people.js";
import type { Strategy } from "./strategy.js";
import { theme } from "./theme.js";

export interface AuthOptions extends Parts {
  readonly secret: string;
  readonly strategy: Strategy;
}

/** Everything that Latchkey is told. */
export function authConfig(options: AuthOptions): ExpressAuthConfig {
  const { secret, store, strategy, identity, inbox } = options;
  return {
    secret,
    adapter: store.adapter,
    // People see where they are signed in, and can end it: see devices.ts.
    session: { strategy, listed: true, revocable: { within: 5 } },
    sharedState: store.sharedState,
    // The page /auth/account, where people see and change how they sign in.
    account: { page: true },
    theme,
    // The demo is reached from this machine only; a site on the internet sets AUTH_URL instead.
    trustHost: true,
    providers: [
      {
        id: identityId,
        name: "Local Identity",
        type: "oidc",
        issuer: identity.issuer,
        clientId: identity.clientId,
        clientSecret: identity.clientSecret,
        checks: ["pkce", "nonce"],
        style: { brandColor: "#4b46b8" },
        // Ask who it is each time: there are several people to choose from.
        authorization: { params: { prompt: "login" } },
      },
      Nodemailer({ server: inbox.server, from: `${theme.name} <no-reply@example.com>` }),
      Credentials({
        name: "password",
        credentials: {
          email: {
            label: "Email address",
            type: "email",
            autocomplete: "username",
            required: true,
          },
          password: {
            label: "Password",
            type: "password",
            autocomplete: "current-password",
            required: true,
          },
        },
        authorize: async ({ email, password }) => {
          const address = email.trim().toLowerCase();
          if (!(await isPasswordOf(address, password))) return null;
          return store.adapter.getUserByEmail(address);
        },
      }),
      Passkey({
        formFields: {
          email: {
            label: "Email for a new passkey",
            type: "email",
            autocomplete: "username webauthn",
            required: true,
          },
        },
      }),
    ],
    experimental: { enableWebAuthn: true },
    callbacks: {
      signIn: ({ user }) => !isLocked(user.email),
    },
  };
}

function isLocked(email: string | null | undefined): boolean {
  const person: Person | undefined = people.find((one) => one.email === email);
  return person?.locked ?? false;
}
