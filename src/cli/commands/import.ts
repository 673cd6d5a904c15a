import type { AuthConfig } from "../../core/auth-config.js";
import { configBehind } from "../../core/engine/handler-config.js";
import { partsOf } from "../../core/engine/parts-of.js";
import { processEnvironment } from "../../core/values/mode.js";
import { managedEngine } from "../../doors/managed-engine.js";
import { addPasswordHash } from "../../flows/password/lazy.js";
import type { Adapter } from "../../types/adapter.js";
import { UsageError, type Command, type ParsedArgs, type Terminal } from "../command.js";
import { openDatabase } from "../database.js";
import { loadMember } from "../declared-tables.js";
import { findConfigFile, loadConfig } from "../doctor/load-config.js";
import { readEnvironment } from "../environment.js";
import { importUsers } from "../import/better-auth/index.js";
import { withoutWrites, type Stored, type Target } from "../import/better-auth/store.js";
import { describe, summarize, type MissingFeatures } from "../import/better-auth/summary.js";
import { twoFactorReader } from "../import/better-auth/two-factor.js";

/** `latchkey import`: copies users out of the database of another library. */
export const importCommand: Command = {
  usage: `Usage: latchkey import better-auth [options]

Copies users, linked accounts, passwords, authenticator apps and sessions that Better Auth stored into the adapter of your
configuration. User ids stay the same. It only adds: running it again stores what is missing, without sessions of users who
were there, since those may have ended. .env.local and .env are read.

Options
  --source <url>     the database of Better Auth (default: DATABASE_URL): postgres://, mysql:// or file:
  --config <file>    the configuration (default: auth.ts, src/auth.ts, …)
  --dry-run          count, and store nothing
  --json             print JSON

Authenticator apps are decrypted with the better-auth package that's installed here and BETTER_AUTH_SECRET.`,
  options: {
    source: { type: "string" },
    config: { type: "string" },
    "dry-run": { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(given, terminal) {
    if (given.rest.join(" ") !== "better-auth") {
      throw new UsageError("Name the library to import from: `latchkey import better-auth`.");
    }
    readEnvironment(terminal.folder);
    const { target, lacks } = await targetOf(await configOf(given, terminal));
    const decrypt = lacks.twoFactor
      ? () => Promise.reject(new Error(noTwoFactor))
      : twoFactorReader(terminal.folder, terminal.env);
    const dryRun = given.flag("dry-run");
    const { client, dialect, close } = await openDatabase(sourceOf(given, terminal));
    const all: (Stored & { readonly id: string })[] = [];
    try {
      const users = importUsers({
        client,
        dialect,
        target: dryRun ? withoutWrites(target) : target,
        decrypt,
      });
      for await (const stored of users) all.push(stored);
    } finally {
      await close();
    }
    const tally = summarize(all);
    if (given.flag("json")) terminal.print(JSON.stringify({ done: !dryRun, ...tally }, null, 2));
    else for (const line of describe(tally, { lacks, dryRun })) terminal.print(line);
    return tally.conflicts.length > 0 ? 1 : 0;
  },
};

function sourceOf(given: ParsedArgs, { env }: Terminal): string {
  const url = given.text("source") ?? env["DATABASE_URL"];
  if (url) return url;
  throw new Error("Where are Better Auth's tables? Set DATABASE_URL, or pass --source.");
}

async function configOf(given: ParsedArgs, terminal: Terminal): Promise<AuthConfig> {
  const file = await findConfigFile(terminal.folder, given.text("config"));
  if (file === undefined) throw new Error("There is no auth.ts here. Name the file with --config.");
  const { config, handler } = await loadConfig(file);
  const found = config ?? (await configBehind(handler));
  if (found) return found;
  throw new Error(`${file} exports handlers that latchkey/next didn't make.`);
}

/** Users go into the store of the configuration, so that what its plugins encrypt is encrypted. */
async function targetOf(given: AuthConfig): Promise<{ target: Target; lacks: MissingFeatures }> {
  const { config, settings } = managedEngine(given, { env: processEnvironment() });
  const { store, sessions } = await partsOf(settings);
  const adapter = await adapterOf(config);
  if (!store) throw new Error("The configuration has no adapter to import users into.");
  const has = (name: string) => (config.plugins ?? []).some((plugin) => plugin.name === name);
  const [secret = ""] = [config.secret ?? []].flat();
  const keepsSessions = sessions.ofStoredUsers;
  const target: Target = {
    store,
    keepsSessions,
    addPassword: (userId, hash) => addPasswordHash(adapter, { userId, hash }),
    async addApp(userId, app) {
      const add = await loadMember("plugins", "two-factor", "addAuthenticatorApp");
      return isAdd(add) && (await add(adapter, { userId, secret, tenant: config.tenant, ...app }));
    },
  };
  const lacks: MissingFeatures = {
    twoFactor: !has("two-factor"),
    oldCookies: !has("better-auth-migration"),
    rows: !keepsSessions,
  };
  return { target, lacks };
}

const noTwoFactor =
  "Users have two-factor authentication: add `twoFactor()` from latchkey/plugins/two-factor to `plugins`, run `latchkey migrate`, then run this again.";

type Add = (adapter: Pick<Adapter, "records">, app: object) => Promise<boolean>;

const isAdd = (value: unknown): value is Add => typeof value === "function";

async function adapterOf({ adapter }: AuthConfig): Promise<Pick<Adapter, "records">> {
  const made = typeof adapter === "function" ? await adapter() : adapter;
  return made ?? {};
}
