import { afterAll } from "vitest";
import type { Adapter } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { RedisAdapter } from "latchkey/adapters/redis";
import { connect, layouts, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { decode, encode } from "latchkey/jwt";
import { german } from "latchkey/languages";
import { definePlugin, type AuditEvent, type Plugin } from "latchkey/plugin";
import { accountPage } from "latchkey/plugins/account-page";
import { admin } from "latchkey/plugins/admin";
import { apiKeys } from "latchkey/plugins/api-keys";
import { audit } from "latchkey/plugins/audit";
import { authjsMigration } from "latchkey/plugins/authjs-migration";
import { bearer } from "latchkey/plugins/bearer";
import { changeEmail } from "latchkey/plugins/change-email";
import { providerLogout } from "latchkey/plugins/provider-logout";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { telemetry } from "latchkey/plugins/telemetry";
import { tokenEncryption } from "latchkey/plugins/token-encryption";
import { tokens } from "latchkey/plugins/tokens";
import { twoFactor } from "latchkey/plugins/two-factor";
import Credentials from "latchkey/providers/credentials";
import Email from "latchkey/providers/email";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { memoryState } from "latchkey/state/memory";
import { createClient } from "redis";
import { app as phoneApp } from "../support/bearer-world.js";
import { Browser } from "../support/client.js";
import { ada, adasForm, recorder, storedUser, type TestConfig } from "../support/config.js";
import type { Inbox } from "../support/inbox.js";
import { numbered } from "../support/numbered-store.js";
import { oidc } from "../support/oauth/journey.js";
import type { RogueProvider } from "../support/oauth/rogue.js";
import { freshMysql, freshPostgres, freshRedisPrefix } from "../support/services.js";
import type { Row } from "./pairs.js";

const onOrOff = ["off", "on"] as const;

/** What an application can be. */
export const dimensions = {
  flow: ["credentials", "email", "password", "oidc", "passkey"],
  strategy: ["jwt", "database"],
  store: ["memory", "SQLite"],
  ids: ["texts", "numbers"],
  language: ["English", "German"],
  encode: ["ours", "its own", "of a tenant"],
  lifetime: ["stays", "fresh", "lazy"],
  "two-factor": onOrOff,
  "account-page": onOrOff,
  "session-registry": onOrOff,
  "provider-logout": onOrOff,
  "token-encryption": onOrOff,
  tokens: onOrOff,
  audit: onOrOff,
  telemetry: onOrOff,
  "authjs-migration": onOrOff,
  admin: onOrOff,
  "api-keys": onOrOff,
  bearer: onOrOff,
  "change-email": onOrOff,
} as const;

/** The same on every store. */
export const allDimensions = {
  ...dimensions,
  store: ["memory", "SQLite", "PostgreSQL", "MariaDB", "Redis"],
} as const;

export type Kind = Row<typeof allDimensions>;

/** In a month. */
const until = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const plugins: Readonly<Record<string, () => Plugin>> = {
  "two-factor": () => twoFactor(),
  "account-page": () => accountPage(),
  "session-registry": () => sessionRegistry({ within: 0 }),
  "provider-logout": () => providerLogout(),
  "token-encryption": () => tokenEncryption(),
  tokens: () => tokens(),
  audit: () => audit(() => undefined),
  telemetry: () => telemetry(),
  "authjs-migration": () => authjsMigration({ until }),
  admin: () => admin({ mayAdminister: () => false, impersonation: {} }),
  "api-keys": () => apiKeys(),
  bearer: () => bearer({ clients: [phoneApp] }),
  "change-email": () => changeEmail(),
};

/** Other than the library does it: the claims in the clear, which is nobody's business here. */
const ownTokens: NonNullable<TestConfig["jwt"]> = {
  encode: (params) => encode({ ...params, salt: `${params.salt} of the application` }),
  decode: (params) => decode({ ...params, salt: `${params.salt} of the application` }),
};

/** What applications of one test file share. */
export interface Surroundings {
  readonly inbox: Inbox;
  readonly rogue: RogueProvider;
}

export interface Application {
  readonly kind: Kind;
  readonly config: TestConfig;
  readonly log: ReturnType<typeof recorder>;
  readonly adapter: Adapter;
  /** What was emitted since the last look. */
  events(): AuditEvent[];
  browser(): Browser;
}

/** Plugins in the order in which a list has them. */
export async function open(
  kind: Kind,
  { inbox, rogue }: Surroundings,
  order: (all: Plugin[]) => Plugin[] = (all) => all,
): Promise<Application> {
  const told: AuditEvent[] = [];
  const log = recorder();
  const adapter = await adapterOf(kind);
  const listening = definePlugin({
    name: "listening",
    create: () => ({ observe: (event) => void told.push(event) }),
  });
  const chosen = Object.entries(plugins).flatMap(([name, make]) =>
    Reflect.get(kind, name) === "on" ? [make()] : [],
  );
  const mailer = { server: inbox.server, from: "Acme <no-reply@acme.test>" };
  const config: TestConfig = {
    providers: [
      signingInAda(adapter),
      Email(mailer),
      Password({ email: Nodemailer({ ...mailer, id: "mailer" }) }),
      oidc(rogue, { allowDangerousEmailAccountLinking: false }),
      Passkey(),
    ],
    secret: `a secret of the matrix, long enough: ${crypto.randomUUID()}`,
    trustHost: true,
    logger: log.logger,
    adapter,
    session: { strategy: kind.strategy },
    rateLimit: false,
    ...(!hasState(kind) && { sharedState: memoryState() }),
    ...(kind.language === "German" && { languages: [german], locale: "de" }),
    ...(kind.encode === "its own" && kind.strategy === "jwt" && { jwt: ownTokens }),
    ...(kind.encode === "of a tenant" && kind["authjs-migration"] === "off" && { tenant: "acme" }),
    plugins: order([...chosen, listening]),
  };
  const { lifetime } = kind;
  return {
    ...{ kind, config, log, adapter },
    events: () => told.splice(0),
    browser: () => new Browser(config, { lifetime }),
  };
}

/** An application that looks up its own users. */
function signingInAda(adapter: Adapter) {
  return Credentials({
    credentials: { username: {}, password: { type: "password" } },
    authorize: ({ username, password }) =>
      username === adasForm.username && password === adasForm.password
        ? (adapter.getUserByEmail?.(ada.email) ?? null)
        : null,
  });
}

const hasState = ({ store }: Kind) => store !== "memory";

/** A store of its own with Ada in it. */
async function adapterOf(kind: Kind): Promise<Adapter> {
  const { store, ids } = kind;
  if (store === "memory") {
    if (ids === "numbers") return numbered(BigInt).adapter;
    const memory = createMemoryStore();
    memory.users.set(ada.id, storedUser(ada));
    memory.emails.set(ada.email, ada.id);
    return MemoryAdapter(memory);
  }
  const adapter = store === "Redis" ? await onRedis() : await onSql(kind);
  await adapter.createUser?.({ ...storedUser(ada), id: crypto.randomUUID() });
  return adapter;
}

async function onRedis(): Promise<Adapter> {
  const { url, prefix } = await freshRedisPrefix();
  const client = createClient({ url });
  await client.connect();
  afterAll(() => client.close());
  return RedisAdapter(client, { prefix });
}

async function onSql({ store, ids }: Kind): Promise<Adapter> {
  const layout = ids === "numbers" ? layouts.pg : layouts.kysely;
  const { url } =
    store === "SQLite"
      ? { url: "file::memory:" }
      : await (store === "MariaDB" ? freshMysql() : freshPostgres());
  const db = await connect(url);
  afterAll(() => db.destroy());
  const providers = [Password(), Passkey()];
  await migrate(db, { layout, providers, plugins: Object.values(plugins).map((make) => make()) });
  return SqlAdapter(db, { layout });
}
