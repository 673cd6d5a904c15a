import type { AuthConfig } from "../../core/auth-config.js";
import { partsOf } from "../../core/engine/parts-of.js";
import { processEnvironment } from "../../core/values/mode.js";
import { managedEngine } from "../../doors/engine.js";
import { addPasswordHash } from "../../flows/password/lazy.js";
import type { Adapter } from "../../types/adapter.js";
import { UsageError, type Call, type Command } from "../command.js";
import { openDatabase } from "../database.js";
import { loadMember } from "../declared-tables.js";
import { readEnvironment } from "../environment.js";
import { importUsers } from "../import/better-auth/index.js";
import { withoutWrites, type Stored, type Target } from "../import/better-auth/store.js";
import { describe, summarize, type MissingFeatures } from "../import/better-auth/summary.js";
import { twoFactorReader } from "../import/better-auth/two-factor.js";
import { findConfigFile, loadConfig } from "../load-config.js";

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
  async run(call) {
    if (call.rest.join(" ") !== "better-auth") {
      throw new UsageError("Name the library to import from: `latchkey import better-auth`.");
    }
    readEnvironment(call.folder);
    const { target, lacks } = await targetOf(await configOf(call));
    const decrypt = lacks.twoFactor
      ? () => Promise.reject(new Error(noTwoFactor))
      : twoFactorReader(call.folder, call.env);
    const dryRun = call.flag("dry-run");
    const { close, ...source } = await openDatabase(sourceOf(call));
    const all: Stored[] = [];
    try {
      const into = dryRun ? withoutWrites(target) : target;
      for await (const stored of importUsers(source, into, decrypt)) all.push(stored);
    } finally {
      await close();
    }
    const tally = summarize(all);
    call.show({ done: !dryRun, ...tally }, describe(tally, { lacks, dryRun }));
    return tally.conflicts.length > 0 ? 1 : 0;
  },
};

function sourceOf(call: Call): string {
  const url = call.text("source") ?? call.env["DATABASE_URL"];
  if (url) return url;
  throw new Error("Where are Better Auth's tables? Set DATABASE_URL, or pass --source.");
}

async function configOf(call: Call): Promise<AuthConfig> {
  const file = await findConfigFile(call);
  if (file === undefined) throw new Error("There is no auth.ts here. Name the file with --config.");
  const found = await (await loadConfig(file)).config();
  if (found) return found;
  throw new Error(`${file} exports handlers that latchkey/next didn't make.`);
}

/** Users go into the store of the configuration, so that what its plugins encrypt is encrypted. */
async function targetOf(given: AuthConfig): Promise<{ target: Target; lacks: MissingFeatures }> {
  const { config, settings } = managedEngine(given, { env: processEnvironment() });
  const { store, sessions } = await partsOf(settings);
  const adapter =
    (typeof config.adapter === "function" ? await config.adapter() : config.adapter) ?? {};
  if (!store) throw new Error("The configuration has no adapter to import users into.");
  const lacksPlugin = (name: string) => !config.plugins?.some((plugin) => plugin.name === name);
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
    twoFactor: lacksPlugin("two-factor"),
    oldCookies: lacksPlugin("better-auth-migration"),
    rows: !keepsSessions,
  };
  return { target, lacks };
}

const noTwoFactor =
  "Users have two-factor authentication: add `twoFactor()` from latchkey/plugins/two-factor to `plugins`, run `latchkey migrate`, then run this again.";

type Add = (adapter: Pick<Adapter, "records">, app: object) => Promise<boolean>;

const isAdd = (value: unknown): value is Add => typeof value === "function";
