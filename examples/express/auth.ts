import type { ExpressAuthConfig } from "latchkey/express";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { identityId } from "./identity/index.js";
import type { Parts } from "./parts.js";
import { people, type Person } from "./people.js";
import type { Strategy } from "./strategy.js";
import { theme } from "./theme.js";

const day = 24 * 60 * 60;

export interface AuthOptions extends Parts {
  readonly secret: string;
  readonly strategy: Strategy;
}

/** Everything that Latchkey is told. */
export function authConfig(options: AuthOptions): ExpressAuthConfig {
  const { secret, store, strategy, identity, inbox } = options;
  const mailer = Nodemailer({
    server: inbox.server,
    from: `${theme.name} <no-reply@example.com>`,
  });
  return {
    secret,
    adapter: store.adapter,
    // People see where they are signed in, and can end it, on their account page.
    session: { strategy, listed: true, revocable: { within: 5 } },
    sharedState: store.sharedState,
    // The page /auth/account, where people see and change how they sign in.
    account: { page: true, linking: "explicit" },
    // A code after the first step, for whoever turns it on: see authenticator.ts.
    secondStep: { remember: 30 * day },
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
        // Signing out here leads there, to sign out of both.
        endSession: true,
      },
      mailer,
      // Its mails go the same way: to prove an address, and when a password was forgotten.
      Password({ email: mailer }),
      Passkey,
    ],
    experimental: { enableWebAuthn: true },
    callbacks: {
      signIn: ({ user }) => !personWith(user.email)?.locked,
      // On the account page. The sample people are for everybody.
      deleteUser: ({ user }) => !personWith(user.email),
    },
  };
}

function personWith(email: string | null | undefined): Person | undefined {
  return people.find((one) => one.email === email);
}
