import { accountPage } from "latchkey/plugins/account-page";
import { admin, adminPages } from "latchkey/plugins/admin";
import { changeEmail } from "latchkey/plugins/change-email";
import { providerLogout } from "latchkey/plugins/provider-logout";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { twoFactor } from "latchkey/plugins/two-factor";
import { administrator } from "./people.js";
import type { Trail } from "./trail.js";

const day = 24 * 60 * 60;

/** What this application adds to the core. The tables they keep are made in store.ts. */
export const plugins = [
  // The page /auth/account, where people see and change how they sign in.
  accountPage({ profile: {} }),
  // Another email address, confirmed by a link: see the inbox. The old one can undo it.
  changeEmail(),
  // A code after the first step, for whoever turns it on: see authenticator.ts.
  twoFactor({ remember: 30 * day }),
  // People see where they are signed in, and can end it, on their account page.
  sessionRegistry({ within: 5 }),
  // Signing out here leads to the provider, to sign out of both, and signing out there ends the session here.
  providerLogout(),
];

/** The pages /auth/admin, where Ada manages the others. With a trail, they show what happened to a user. */
export const administration = (trail?: Trail) =>
  admin({
    mayAdminister: ({ email }) => email === administrator.email,
    invitations: {},
    impersonation: {},
    pages: adminPages(trail && { trail: (userId, { limit }) => trail.about(userId, limit) }),
  });
