import { createHash } from "node:crypto";
import type { AuthConfig } from "latchkey";
import type { Adapter } from "latchkey/adapters";
import { accountPage } from "latchkey/plugins/account-page";
import { apiKeys } from "latchkey/plugins/api-keys";
import { bearer } from "latchkey/plugins/bearer";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { twoFactor } from "latchkey/plugins/two-factor";
import Email from "latchkey/providers/email";
import Guest from "latchkey/providers/guest";
import Nodemailer, { type NodemailerConfig } from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import type { LoggerInstance } from "latchkey/types";

/** What differs from one start of the site to the next. */
export interface Around {
  readonly strategy: "jwt" | "database";
  /** The OpenID provider. */
  readonly issuer: string;
  /** Where mails go. */
  readonly mail: NonNullable<NodemailerConfig["server"]>;
  readonly logger: Partial<LoggerInstance>;
  /** Hashes passwords for nothing: for a load that isn't about them. */
  readonly hashesFast?: boolean;
}

/** A hash that costs nothing. */
const fast = {
  hash: (typed: string): string => `fast:${createHash("sha256").update(typed).digest("hex")}`,
  verify: (typed: string, hash: string): boolean => hash === fast.hash(typed),
};

/** The same in every release: cookies and rows are read with it for good. */
const secret = "the secret of a site that is older than this release";

/** A program that people sign in to. */
export const app = {
  id: "app",
  name: "Acme for phones",
  redirectUris: ["com.example.app:/signed-in"],
};

const plugins = () => [
  accountPage(),
  sessionRegistry({ within: 0 }),
  twoFactor({ remember: 30 * 24 * 60 * 60 }),
  bearer({ clients: [app] }),
  apiKeys(),
];

const guests = () => Guest({ perClient: false });

/** What has tables. */
export const declared = () => ({
  providers: [Password(), Passkey(), guests()],
  plugins: plugins(),
});

/** A site with every way to sign in, as it was and as it is after an upgrade. */
export function configOn(
  adapter: Adapter,
  { strategy, issuer, mail, logger, hashesFast = false }: Around,
): Omit<AuthConfig, "raw"> {
  const mailer = { server: mail, from: "Acme <no-reply@acme.test>" };
  return {
    providers: [
      Email(mailer),
      Password({ email: Nodemailer({ ...mailer, id: "mailer" }), ...(hashesFast && fast) }),
      {
        id: "rogue",
        name: "Rogue",
        type: "oidc",
        issuer,
        clientId: "client-1",
        clientSecret: "secret-1",
      },
      Passkey(),
      guests(),
    ],
    secret,
    trustHost: true,
    adapter,
    logger,
    session: { strategy },
    experimental: { enableWebAuthn: true },
    plugins: plugins(),
    callbacks: {
      // Tells that a guest who signs up stays the same user.
      session: ({ session, user, token }) => ({
        ...session,
        user: { ...session.user, id: strategy === "jwt" ? (token.sub ?? "") : user.id },
      }),
    },
  };
}
