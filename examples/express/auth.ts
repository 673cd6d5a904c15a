import { audit } from "latchkey/plugins/audit";
import type { ExpressAuthConfig } from "latchkey/express";
import Guest from "latchkey/providers/guest";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { identityId } from "./identity/index.js";
import type { Lists } from "./lists.js";
import type { Parts } from "./parts.js";
import { people, type Person } from "./people.js";
import { administration, plugins } from "./plugins.js";
import type { Strategy } from "./strategy.js";
import { theme } from "./theme.js";
import type { Trail } from "./trail.js";

export interface AuthOptions extends Parts {
  readonly secret: string;
  readonly strategy: Strategy;
  /** Where what happens is written down. */
  readonly trail?: Trail | undefined;
  /** What guests bring along when they sign in. */
  readonly lists?: Lists | undefined;
}

/** Everything that Latchkey is told. */
export function authConfig(options: AuthOptions): ExpressAuthConfig {
  const { secret, store, strategy, identity, inbox, trail, lists } = options;
  const mailer = Nodemailer({
    server: inbox.server,
    from: `${theme.name} <no-reply@example.com>`,
  });
  return {
    secret,
    adapter: store.adapter,
    session: { strategy },
    sharedState: store.sharedState,
    // A sign-in links nothing to whoever is signed in; the buttons of the account page do.
    account: { linking: "explicit" },
    plugins: [...plugins, administration(trail), ...(trail ? [audit(trail.sink)] : [])],
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
      },
      mailer,
      // Its mails go the same way: to prove an address, and when a password was forgotten.
      Password({ email: mailer }),
      Passkey,
      // People without an account: see list.ts.
      Guest({
        move: (moved) => lists?.move(moved),
        remove: ({ guestId }) => lists?.remove(guestId),
      }),
    ],
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
