import { sql } from "kysely";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { twoFactor } from "latchkey/plugins/two-factor";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { examine } from "../../src/doctor/examine.js";
import { defaultFlows } from "../../src/flows/defaults.js";
import type { Finding } from "../../src/types/finding.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { root } from "../support/bundle-sources.js";
import { latchkey, type Ran } from "../support/command-line.js";
import { startDemo } from "../support/demo.js";
import { doctorOnTables } from "../support/doctor-on-tables.js";
import { world } from "../support/config.js";
import { oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { serve } from "../support/oauth/site.js";

const folder = await mkdtemp(join(tmpdir(), "latchkey-doctor-"));
const patient = { timeout: 60_000 };
let rogue: RogueProvider;

beforeAll(async () => {
  rogue = await RogueProvider.start();
});
afterAll(async () => {
  await rogue.stop();
  await rm(folder, { recursive: true });
});

interface Report extends Ran {
  readonly findings: readonly Finding[];
}

/** An application in a folder of its own, and what the doctor says of it. */
async function doctor(
  files: Readonly<Record<string, string>>,
  { args = [], env = {} }: { args?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Report> {
  const app = await mkdtemp(join(folder, "app-"));
  for (const [name, text] of Object.entries({ "package.json": '{ "type": "module" }', ...files })) {
    await mkdir(dirname(join(app, name)), { recursive: true });
    await writeFile(join(app, name), text);
  }
  await mkdir(join(app, "node_modules"));
  await symlink(root, join(app, "node_modules/latchkey"));
  return run(["doctor", ...args], { app, env });
}

async function run(
  args: readonly string[],
  { app = folder, env = {} }: { app?: string; env?: Record<string, string> } = {},
): Promise<Report> {
  const { PATH = "" } = process.env;
  const { status, out, errors } = await latchkey(args, { cwd: app, env: { PATH, ...env } });
  const isJson = args.includes("--json") && out !== "";
  return { status, out, errors, findings: isJson ? findingsIn(out) : [] };
}

function isFinding(value: unknown): value is Finding {
  return typeof value === "object" && value !== null && "level" in value && "message" in value;
}

function findingsIn(out: string): readonly Finding[] {
  const report: unknown = JSON.parse(out);
  const findings: unknown = Reflect.get(Object(report), "findings");
  return Array.isArray(findings) ? findings.filter(isFinding) : [];
}

const secret = "a secret of the doctor's patients: 0123456789";
const well = { AUTH_SECRET: secret, AUTH_URL: "https://app.test" };
const config = (text: string) => ({ "auth.js": `export const authConfig = { ${text} };` });
const provider = (text = "") =>
  `{ id: "op", name: "Op", type: "oidc", issuer: "${rogue.issuer}", clientId: "c", clientSecret: "s", ${text} }`;

describe("latchkey doctor", () => {
  it(
    "finds nothing wrong where all is well, and prints the redirect URI to register",
    patient,
    async () => {
      const { status, out } = await doctor(config(`providers: [${provider()}]`), { env: well });
      expect(out).toContain("https://app.test/auth/callback/op");
      expect(out).toContain("It publishes 1 key.");
      expect(out).toContain("0 errors, ");
      expect(out).not.toContain("\u001b");
      expect(out).not.toContain(secret);
      expect(status).toBe(0);
    },
  );

  it("on a fresh Next.js app that `latchkey init` has written to", patient, async () => {
    const app = await mkdtemp(join(folder, "next-"));
    const manifest = { dependencies: { next: "16.0.0", latchkey: "*" } };
    await writeFile(join(app, "package.json"), JSON.stringify(manifest));
    await writeFile(join(app, "tsconfig.json"), "{}");
    await mkdir(join(app, "node_modules"));
    await symlink(root, join(app, "node_modules/latchkey"));
    expect((await run(["init", "--provider", "keycloak"], { app })).status).toBe(0);
    const id = {
      AUTH_KEYCLOAK_ID: "c",
      AUTH_KEYCLOAK_SECRET: "s",
      AUTH_KEYCLOAK_ISSUER: rogue.issuer,
    };
    const env = { ...id, AUTH_URL: "https://app.test" };
    const { findings, status, errors } = await run(["doctor", "--json"], { app, env });
    expect(errors).toBe("");
    expect(findings.filter(({ level }) => level === "error")).toEqual([]);
    const messages = findings.map(({ message }) => message).join("\n");
    expect(messages).toContain("Next.js has a route for /api/auth.");
    expect(messages).toContain("https://app.test/api/auth/callback/keycloak");
    expect(status).toBe(0);
  });

  it("reads the configuration behind handlers of latchkey/next", patient, async () => {
    const files = {
      "auth.js": `import { FullstackAuth } from "latchkey/next";
        export const { handlers } = FullstackAuth({ providers: [${provider()}] });`,
    };
    const { findings, status } = await doctor(files, { env: well, args: ["--json"] });
    const messages = findings.map(({ message }) => message).join("\n");
    expect(messages).toContain("https://app.test/api/auth/callback/op");
    expect(status).toBe(0);
    const short = { ...well, AUTH_SECRET: "short" };
    const wrong = await doctor(files, { env: short, args: ["--json"] });
    expect(wrong.findings.map(({ about }) => about)).toContain("MissingSecret");
  });

  it("says once, and with the line to write, that a language isn't one", patient, async () => {
    const files = config(`providers: [${provider()}], languages: ["de"]`);
    const { findings, status } = await doctor(files, { env: well, args: ["--json"] });
    const [problem, ...others] = findings.filter(({ level }) => level === "error");
    expect(problem?.message).toContain("`languages: [german]`");
    expect(others).toEqual([]);
    expect(status).toBe(1);
  });

  it("judges by NODE_ENV, and says first that it isn't set", patient, async () => {
    const files = config(`providers: [${provider()}]`);
    const env = { AUTH_SECRET: secret };
    const unset = await doctor(files, { env, args: ["--json"] });
    const [problem] = unset.findings.filter(({ level }) => level === "error");
    expect(problem?.about).toBe("UntrustedHost");
    expect((await doctor(files, { env })).out).toContain("1 error, ");
    expect(problem?.message).toMatch(
      /^UntrustedHost: NODE_ENV is not set, so Latchkey assumes production\. Set NODE_ENV=development for local work\./,
    );
    expect((await doctor(files, { env: { ...env, NODE_ENV: "development" } })).status).toBe(0);
  });

  it("on the demo: from inside as a page and as JSON, and from outside", patient, async () => {
    const origin = await startDemo();
    const json: unknown = await (await fetch(`${origin}/auth/doctor`)).json();
    expect(json).toMatchObject({ ok: true });
    const page = await fetch(`${origin}/auth/doctor`, { headers: { accept: "text/html" } });
    const html = await page.text();
    expect(html).toContain("Sign-in is set up well");
    expect(html).toContain(`${origin}/auth/callback/`);
    const outside = await run(["doctor", "--url", `${origin}/auth`, "--json"]);
    expect(outside.findings.filter(({ level }) => level === "error")).toEqual([]);
    expect(outside.status).toBe(0);
  });

  it("says which command makes the tables that a plugin lacks", async () => {
    const db = await connect("file::memory:");
    onTestFinished(() => db.destroy());
    await migrate(db);
    const overrides = { adapter: SqlAdapter(db), plugins: [twoFactor()] };
    const site = { origin: "https://app.test", basePath: "/auth" };
    const look = async () =>
      JSON.stringify(await examine(world("database", overrides).config, { site, defaultFlows }));
    expect(await look()).toMatch(/no table User_second_step.*npx latchkey migrate/);
    await migrate(db, overrides);
    expect(await look()).toContain("It responds, and has its tables.");
  });

  it("says in one sentence that the database is behind, a unique key that is gone included", async () => {
    const db = await connect("file::memory:");
    onTestFinished(() => db.destroy());
    const [adapter, plugins] = [SqlAdapter(db), [twoFactor()]];
    const look = () => doctorOnTables(adapter, plugins);
    await migrate(db, { plugins });
    expect(await look()).toEqual([]);
    await sql`drop index "User_email_key"`.execute(db);
    await sql`drop table "User_second_step"`.execute(db);
    await sql`alter table "Account" drop column "expires_in"`.execute(db);
    expect(await look()).toEqual([
      "The database is behind: it lacks the unique key User (email), the column Account.expires_in and the table User_second_step. Run `npx latchkey migrate`.",
    ]);
  });

  it("is not there in production", async () => {
    vi.stubEnv("NODE_ENV", "production");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect((await world("jwt").browser().get("doctor")).status).toBe(404);
    expect((await world("jwt").browser().post("doctor")).status).not.toBe(200);
  });

  it.each([
    [
      "no secret",
      () => config("providers: []"),
      { AUTH_URL: "https://a.test" },
      "MissingSecret",
      "npx latchkey secret",
    ],
    [
      "a short secret",
      () => config("providers: []"),
      { ...well, AUTH_SECRET: "short" },
      "MissingSecret",
      'npx latchkey secret.*authjsMigration.*AUTH_MOVED_SECRET="the old one" and AUTH_MOVED_UNTIL=20\\d\\d-\\d\\d-\\d\\d$',
    ],
    [
      "a short secret kept as an older one",
      () => config(`secret: ["${secret}", "short"], providers: []`),
      well,
      "MissingSecret",
      "AUTH_MOVED_SECRET",
    ],
    [
      "no address",
      () => config("providers: []"),
      { AUTH_SECRET: secret, NODE_ENV: "production" },
      "UntrustedHost",
      "AUTH_URL",
    ],
    [
      "AUTH_URL without a scheme",
      () => config("providers: []"),
      { ...well, AUTH_URL: "app.test" },
      "UntrustedHost",
      "with its scheme",
    ],
    [
      "no client id",
      () => config(`providers: [${provider("clientId: undefined")}]`),
      well,
      "provider op",
      "AUTH_OP_ID",
    ],
    [
      "a wrong issuer",
      () => config(`providers: [${provider(`issuer: "${rogue.issuer}/typo"`)}]`),
      well,
      "provider op",
      "AUTH_OP_ISSUER",
    ],
    [
      "a provider that is down",
      () => config(`providers: [${provider('issuer: "http://127.0.0.1:9"')}]`),
      well,
      "provider op",
      "could not reach|NODE_EXTRA_CA_CERTS",
    ],
    [
      "no authorize",
      () => config('providers: [{ id: "c", name: "C", type: "credentials", credentials: {} }]'),
      well,
      "MissingAuthorize",
      "authorize",
    ],
    [
      "no adapter for mails",
      () =>
        config('providers: [{ id: "m", name: "M", type: "email", sendVerificationRequest() {} }]'),
      well,
      "MissingAdapter",
      "adapter",
    ],
    [
      "an adapter that is none",
      () => config('session: { strategy: "database" }, adapter: {}, providers: []'),
      well,
      "MissingAdapterMethods",
      "SqlAdapter",
    ],
    [
      "no tables",
      () => ({
        "auth.js": `import { connect, SqlAdapter } from "latchkey/adapters/sql";
          export const authConfig = { adapter: SqlAdapter(await connect("file::memory:")), providers: [${provider()}] };`,
      }),
      well,
      "store",
      "npx latchkey migrate",
    ],
    [
      "secure cookies at http",
      () => config("useSecureCookies: true, providers: []"),
      { ...well, AUTH_URL: "http://localhost:3000" },
      "cookies",
      "useSecureCookies",
    ],
    [
      "a file that exports nothing",
      () => ({ "auth.js": "export const x = 1;" }),
      well,
      "configuration",
      "providers",
    ],
    [
      "Next.js without a route",
      () => ({
        "package.json": '{ "type": "module", "dependencies": { "next": "16" } }',
        ...config("providers: []"),
      }),
      well,
      "framework",
      "route.ts",
    ],
  ])("says what is wrong with %s", patient, async (_, files, env, about, cure) => {
    const { status, findings, errors } = await doctor(files(), { env, args: ["--json"] });
    expect(errors).toBe("");
    const wrong = findings.filter(({ level }) => level === "error");
    expect(wrong.map((one) => one.about)).toEqual([about]);
    expect(wrong[0]?.cure).toMatch(new RegExp(cure));
    expect(status).toBe(1);
  });

  it("says how long a secret from before is read, and when it can go", patient, async () => {
    const moved = { AUTH_MOVED_SECRET: "short and old" };
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const files = {
      "auth.js": `import { authjsMigration } from "latchkey/plugins/authjs-migration";
        export const authConfig = { providers: [], plugins: [authjsMigration({ weakSecret: true })] };`,
    };
    const args = ["--json"];
    const kept = await doctor(files, { args, env: { ...well, ...moved, AUTH_MOVED_UNTIL: soon } });
    const found = ({ findings }: Report, level: Finding["level"]) =>
      findings.find((one) => one.about === "authjs-migration" && one.level === level);
    expect(found(kept, "ok")?.message).toContain(soon);
    // Until then, it's a weakness.
    expect(found(kept, "warning")?.message).toContain("without a second factor");
    expect(kept.status).toBe(0);
    const over = { ...well, ...moved, AUTH_MOVED_UNTIL: "2026-01-31" };
    const past = await doctor(files, { args, env: over });
    expect(found(past, "warning")?.cure).toContain("AUTH_MOVED_SECRET");
    expect(past.out).not.toContain("short and old");
  });

  it("tells several things at once", patient, async () => {
    const files = config(`providers: [${provider('issuer: "http://127.0.0.1:9"')}]`);
    const env = { NODE_ENV: "production" };
    const { findings } = await doctor(files, { env, args: ["--json"] });
    const wrong = findings.filter(({ level }) => level === "error").map(({ about }) => about);
    expect(wrong.sort()).toEqual(["MissingSecret", "UntrustedHost", "provider op"]);
  });

  it(
    "sees from outside that a server believes to be elsewhere, or that there is none",
    patient,
    async () => {
      const site = await serve(() => ({
        ...world("jwt", { providers: [oidc(rogue)] }).config,
        url: "https://app.test",
      }));
      onTestFinished(() => site.stop());
      const { findings, status } = await run(["doctor", "--url", `${site.origin}/auth`, "--json"]);
      expect(findings).toContainEqual(expect.objectContaining({ level: "error", about: "origin" }));
      expect(status).toBe(1);
      const wrongPath = await run(["doctor", "--url", `${site.origin}/api/auth`]);
      expect(wrongPath.out).toContain("Latchkey's routes aren't at");
      const nobody = await run(["doctor", "--url", "http://127.0.0.1:9/auth"]);
      expect(nobody.out).toContain("can't be reached");
      expect((await run(["doctor", "--url", "app.test"])).status).toBe(2);
      expect((await run(["doctor", "--config", "nowhere.ts"])).errors).toContain("doesn't exist");
    },
  );

  it("has colors where they are wanted, and not where NO_COLOR says so", patient, async () => {
    const files = config("providers: []");
    const forced = { ...well, FORCE_COLOR: "1" };
    expect((await doctor(files, { env: forced })).out).toContain("\u001b[32m");
    expect((await doctor(files, { env: { ...forced, NO_COLOR: "1" } })).out).not.toContain(
      "\u001b",
    );
  });
});
