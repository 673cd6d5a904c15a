import type { Plugin } from "latchkey/plugin";
import { accountPage } from "latchkey/plugins/account-page";
import { audit } from "latchkey/plugins/audit";
import { authjsMigration } from "latchkey/plugins/authjs-migration";
import { providerLogout } from "latchkey/plugins/provider-logout";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { telemetry } from "latchkey/plugins/telemetry";
import { tokenEncryption } from "latchkey/plugins/token-encryption";
import { tokens } from "latchkey/plugins/tokens";
import { twoFactor } from "latchkey/plugins/two-factor";

const day = 24 * 60 * 60 * 1000;

/** Every plugin of the library, with as much of it on as can be. */
export function allPlugins(): readonly Plugin[] {
  const until = new Date(Date.now() + 100 * day).toISOString().slice(0, 10);
  return [
    accountPage(),
    audit(() => undefined),
    authjsMigration({ secret: "the secret of the application before it moved", until }),
    providerLogout({ frontChannel: true }),
    sessionRegistry(),
    telemetry(),
    tokenEncryption(),
    tokens(),
    twoFactor({ remember: 3600 }),
  ];
}
