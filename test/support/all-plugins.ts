import { generateKeyPairSync } from "node:crypto";
import type { Plugin } from "latchkey/plugin";
import { admin, adminPages } from "latchkey/plugins/admin";
import { accountPage } from "latchkey/plugins/account-page";
import { apiKeys } from "latchkey/plugins/api-keys";
import { audit } from "latchkey/plugins/audit";
import { authjsMigration } from "latchkey/plugins/authjs-migration";
import { changeEmail } from "latchkey/plugins/change-email";
import { betterAuthMigration } from "latchkey/plugins/better-auth-migration";
import { bearer } from "latchkey/plugins/bearer";
import { providerLogout } from "latchkey/plugins/provider-logout";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { telemetry } from "latchkey/plugins/telemetry";
import { tokenEncryption } from "latchkey/plugins/token-encryption";
import { tokens } from "latchkey/plugins/tokens";
import { twoFactor } from "latchkey/plugins/two-factor";
import Nodemailer from "latchkey/providers/nodemailer";
import { captureMail } from "latchkey/testing";

const signing = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
  format: "jwk",
});

const mailer = () => captureMail().from(Nodemailer({ server: "smtp://127.0.0.1:9" }));

const day = 24 * 60 * 60 * 1000;

/** Every plugin of the library, with as much of it on as can be. */
export function allPlugins(): readonly Plugin[] {
  const until = new Date(Date.now() + 100 * day).toISOString().slice(0, 10);
  return [
    accountPage(),
    admin({
      mayAdminister: ({ id }) => id === "1",
      ...{ impersonation: {}, invitations: { email: mailer() }, pages: adminPages() },
    }),
    apiKeys({ scopes: { "posts:read": "Read your posts" } }),
    audit(() => undefined),
    changeEmail({ email: mailer() }),
    authjsMigration({ secret: "the secret of the application before it moved", until }),
    betterAuthMigration({ until }),
    bearer({
      clients: [{ id: "app", name: "App", redirectUris: ["com.example.app:/in"], device: true }],
      jwt: { keys: [{ ...signing, kid: "1", alg: "ES256" }], audience: "https://api.test" },
    }),
    providerLogout({ frontChannel: true }),
    sessionRegistry(),
    telemetry(),
    tokenEncryption(),
    tokens(),
    twoFactor({ remember: 3600 }),
  ];
}
