import { readFile, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import * as languages from "latchkey/languages";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/cli/main.js";
import { cookieSet } from "../../src/core/cookies/names.js";
import { coreRoutes, pluginRoutes, source } from "./api/routes.js";
import { manifestField, root } from "./packed.js";

/** Pages made from the sources name whatever is there, so they prove nothing. */
const generated = new Set(["providers.md", "errors.md", "security-cases.md", "statements.md"]);
const names = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
const texts = new Map<string, string>();
for (const name of names) texts.set(name, await readFile(join(root, "docs", name), "utf8"));
texts.set("README.md", await readFile(join(root, "README.md"), "utf8"));
const written = [...texts].filter(([name]) => !generated.has(name)).map(([, text]) => text);
const page = (name: string) => texts.get(name) ?? "";

/** The names of the members of interfaces in a file of src/. */
async function membersOf(file: string, interfaces: readonly string[]): Promise<string[]> {
  const { statements } = await source(file);
  const found = statements.filter(ts.isInterfaceDeclaration);
  return interfaces.flatMap((name) => {
    const one = found.find((each) => each.name.text === name);
    if (!one) throw new Error(`There is no interface ${name} in src/${file}.`);
    return one.members.flatMap(({ name: member }) =>
      member && ts.isIdentifier(member) ? [member.text] : [],
    );
  });
}

/** The routes that docs/routes.md names: `GET`, `POST callback/{provider}` are two. */
function documentedRoutes(): string[] {
  const rows = page("routes.md")
    .split("\n")
    .filter((line) => line.startsWith("|"));
  const named = rows.join("\n").matchAll(/((?:`GET`, )?)`(GET|POST) ([\w.-]+(?:\/[\w{}.-]+)?)`/g);
  return Array.from(named, ([, both, method = "", path = ""]) =>
    [...(both ? ["GET"] : []), method].map((one) => `${one} ${path.replace(/\{\w+\}/, "{}")}`),
  ).flat();
}

describe("the documentation has", () => {
  it("every route, and no other", async () => {
    // Answered apart from the table. `callback` without an id exists to say what is wrong with it.
    const apart = ["GET assets/{}", "GET doctor"];
    const core = (await coreRoutes()).filter((route) => !/^\w+ callback$/.test(route));
    const routes = [...core, ...pluginRoutes(), ...apart];
    expect(routes.length).toBeGreaterThan(35);
    expect(documentedRoutes().toSorted()).toEqual(routes.toSorted());
  });

  it("every cookie, and no other", async () => {
    const [, table = ""] = page("cookies-and-keys.md").split(/^\| Cookie .*\n\| -.*$/m);
    const rows = table.split(/\n\n/, 1)[0]?.match(/^\| `[^`]+`/gm) ?? [];
    const named = rows.map((row) => row.slice(3, -1).replace(/\.\{.*$/, ""));
    const core = Object.values<unknown>({ ...cookieSet(false, {}) }).map((one) =>
      typeof one === "object" && one && "name" in one ? String(one.name) : "",
    );
    const writing: string[] = [];
    // A flow with a cookie of its own has it under its folder's name, as plugins do.
    const folders = ["plugins", "flows"].map((name) => join(root, "src", name));
    const found = folders.map(async (folder) =>
      (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory()),
    );
    for (const { parentPath, name } of (await Promise.all(found)).flat()) {
      const folder = join(parentPath, name);
      const files = (await readdir(folder)).filter((file) => /(?<!\.test)\.ts$/.test(file));
      const codes = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
      if (codes.some((code) => /cookie\.write\(|ownCookie\(/.test(code))) writing.push(name);
    }
    const ofPlugins = named.filter((name) => !core.includes(name));
    expect(named.filter((name) => core.includes(name)).toSorted()).toEqual(core.toSorted());
    expect(ofPlugins.map((name) => name.split(".")[1]).toSorted()).toEqual(writing.toSorted());
  });

  it("every command of the command line, and none that isn't there", async () => {
    const files = (await readdir(join(root, "src/cli/commands"))).map((one) => one.slice(0, -3));
    expect(Object.keys(commands).toSorted()).toEqual(files.toSorted());
    for (const name of files) expect(page("cli.md")).toContain(`| \`latchkey ${name}\``);
    const named = written.flatMap((text) => [...text.matchAll(/\bnpx latchkey ([a-z]+)/g)]);
    expect(named.length).toBeGreaterThan(20);
    expect(named.map(([, name]) => name).filter((name) => !files.includes(name ?? ""))).toEqual([]);
  });

  it("no flag that a command doesn't take", async () => {
    const always = ["help", "version", "json"];
    const calls = written.flatMap((text) => [
      ...text.matchAll(/\blatchkey (init|secret|doctor|move|migrate|schema)\b([^`\n#]*)/g),
    ]);
    const odd: string[] = [];
    for (const [call, name = "", rest = ""] of calls) {
      const known = Object.keys((await commands[name]?.load())?.options ?? {});
      const flags = Array.from(rest.matchAll(/(?<= )--([a-z-]+)/g), ([, flag = ""]) => flag);
      if (flags.some((flag) => ![...known, ...always].includes(flag))) odd.push(call);
    }
    expect(odd).toEqual([]);
  });

  it("every option of a configuration on its page", async () => {
    const top = await membersOf("core/auth-config.ts", [
      ...["CommonOptions", "IntegrationConfig", "AuthConfig"],
    ]);
    const session = await membersOf("core/auth-config.ts", ["SessionOptions"]);
    const account = await membersOf("core/auth-config.ts", ["AccountOptions"]);
    const options = [
      ...top.filter((name) => !["session", "account", "experimental"].includes(name)),
      ...session.map((name) => `session.${name}`),
      ...account.map((name) => `account.${name}`),
      "experimental.enableWebAuthn",
    ];
    const [, table = ""] = page("configuration.md").split(/^\| Option .*\n\| -.*$/m);
    const rows = table.split(/\n\n/, 1)[0]?.split("\n") ?? [];
    const named = rows.flatMap((row) =>
      Array.from((row.split("|")[1] ?? "").matchAll(/`([\w.]+)`/g), ([, name = ""]) => name),
    );
    expect(named.toSorted()).toEqual(options.toSorted());
  });

  it.each([
    ["types/callbacks.ts", ["CallbacksOptions", "EventCallbacks"], ["configuration.md"]],
    ["types/cookies.ts", ["CookiesOptions"], ["configuration.md"]],
    ["types/pages.ts", ["PagesOptions", "Theme"], ["configuration.md"]],
    ["types/jwt.ts", ["JWTOptions"], ["configuration.md"]],
    ["types/providers.ts", ["OAuthSettings", "OIDCConfig"], ["oauth.md", "pages.md"]],
    ["types/password.ts", ["PasswordOptions"], ["passwords.md"]],
    ["plugins/session-registry/options.ts", ["SessionRegistryOptions"], ["sessions.md"]],
    ["plugins/two-factor/options.ts", ["TwoFactorOptions"], ["two-factor.md"]],
    ["plugins/provider-logout/index.ts", ["ProviderLogoutOptions"], ["provider-logout.md"]],
    [
      "plugins/authjs-migration/options.ts",
      ["AuthjsMigrationOptions"],
      ["moving-from-authjs-v4.md"],
    ],
    [
      "plugins/better-auth-migration/options.ts",
      ["BetterAuthMigrationOptions"],
      ["moving-from-better-auth.md"],
    ],
    ["types/recent-sign-in.ts", ["FreshOptions"], ["step-up.md"]],
    ["types/tokens.ts", ["AccessTokenOptions"], ["tokens.md"]],
    ["doors/rate-limit.ts", ["SharedRateLimitOptions"], ["rate-limits.md"]],
    ["testing/sign-in-as.ts", ["SignInAsOptions"], ["testing.md"]],
  ])("every option of src/%s: %j", async (file, interfaces, where) => {
    const members = await membersOf(file, interfaces);
    const text = where.map(page).join("\n");
    expect(members.length).toBeGreaterThan(0);
    // In code: `name`, `name(…)`, `{ name }`, `x.name`.
    const spans = Array.from(text.matchAll(/```[^]*?```|`[^`\n]+`/g), ([span]) => span).join("\n");
    const isNamed = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(spans);
    expect(members.filter((name) => !isNamed(name))).toEqual([]);
  });

  // What the module of Nuxt imports by itself: nobody else names it.
  const ofTheModule = ["nuxt/app", "nuxt/server", "dist/frameworks/nuxt/index.js"];

  it("every entry point of the package, and none that isn't there", async () => {
    const exported = Object.keys(await manifestField("exports")).map((path) => path.slice(2));
    const named = new Set(
      [...texts.values()].flatMap((text) =>
        Array.from(
          text.matchAll(/(?<![\w@/.-])latchkey\/([\w/{},-]*[\w}])/g),
          ([, path = ""]) => path,
        ),
      ),
    );
    // `latchkey/plugins/NAME` stands for all of them.
    const spelled = [...named].flatMap(spelledOut).filter((path) => !/[A-Z]/.test(path));
    const plain = exported.filter(
      (path) => path !== "" && !path.includes("*") && !/json$/.test(path),
    );
    expect(plain.filter((path) => !spelled.includes(path)).toSorted()).toEqual(
      ofTheModule.toSorted(),
    );
    const patterns = exported.filter((path) => path.includes("*"));
    const isExported = (path: string) =>
      plain.includes(path) ||
      patterns.some((pattern) => path.startsWith(pattern.slice(0, pattern.indexOf("*"))));
    expect(spelled.filter((path) => !isExported(path))).toEqual([]);
  });

  it("every plugin, every language and every variable of the environment", async () => {
    for (const name of await readdir(join(root, "src/plugins"))) {
      const called = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      expect(page("configuration.md")).toContain(`[\`${called}(`);
    }
    const known = Object.entries(languages).filter(([, one]) => typeof one === "object");
    expect(known.length).toBeGreaterThan(5);
    for (const [name] of known) expect(page("pages.md")).toContain(`| \`${name}\``);
    const { text } = await source("core/config/env.ts");
    const variables = text.match(/"(?:AUTH|NEXTAUTH)_[A-Z_]+\d?"/g) ?? [];
    expect(variables.length).toBeGreaterThan(4);
    const all = page("configuration.md").replace("to `AUTH_SECRET_3`", "`AUTH_SECRET_2`, $&");
    expect(variables.filter((name) => !all.includes(name.slice(1, -1)))).toEqual([]);
  });

  it("every audit event", async () => {
    const { statements } = await source("types/events.ts");
    const type = statements
      .filter(ts.isTypeAliasDeclaration)
      .find((one) => one.name.text === "CoreEvent")?.type;
    const events = type && ts.isUnionTypeNode(type) ? type.types.map((one) => one.getText()) : [];
    expect(events.length).toBeGreaterThan(15);
    const rows = page("audit.md")
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .join("\n");
    const missing = events.filter((event) => !rows.includes(`\`${event.slice(1, -1)}\``));
    expect(missing).toEqual([]);
  });

  it("every script, check and example that a page names", async () => {
    const own = [...written, await readFile(join(root, "CONTRIBUTING.md"), "utf8")].join("\n");
    const scripts = own.matchAll(/\bnode ((?:scripts|bench)\/[\w/.-]+)/g);
    const examples = own.matchAll(/\bnpm run example ([a-z][a-z0-9-]+)\b/g);
    const paths = [
      ...Array.from(scripts, ([, path = ""]) => path),
      ...Array.from(examples, ([, name = ""]) => `examples/${name}`),
    ];
    const there = await Promise.all(paths.map((path) => stat(join(root, path)).catch(() => path)));
    expect(paths.length).toBeGreaterThan(10);
    expect(there.filter((one) => typeof one === "string")).toEqual([]);
    const long = await readFile(join(root, "scripts/long.mjs"), "utf8");
    const checks = Array.from(long.matchAll(/^  (\w+): \{ script/gm), ([, name]) => name);
    const rows = page("security.md").matchAll(/^\| `(\w+)` +\|/gm);
    expect(Array.from(rows, ([, name]) => name).toSorted()).toEqual(checks.toSorted());
  });

  it("the number of OAuth and OpenID providers", () => {
    const many = page("providers.md").match(/^\|.*\| (?:oauth|oidc) +\|/gm)?.length ?? 0;
    expect(many).toBeGreaterThan(50);
    expect(page("README.md")).toContain(`[${many} of them](docs/providers.md)`);
    expect(page("getting-started.md")).toContain(`[one of ${many}](providers.md)`);
  });

  it("each framework in the README, and their number where it is counted", async () => {
    const folders = await readdir(join(root, "src/frameworks"));
    const inBrowsers = new Set(["client", "react", "solid", "svelte", "vue"]);
    const servers = folders.filter(
      (one) => !inBrowsers.has(one) && !["node", "visit"].includes(one),
    );
    for (const name of servers) {
      expect(page("README.md")).toContain(`](docs/${name}.md)`);
      expect(page("protect.md")).toContain(`](${name}.md#`);
    }
    const landing = await readFile(join(root, "scripts/docs.mjs"), "utf8");
    expect([servers.length, landing.includes("Next.js, Express, Hono and ten more")]).toEqual([
      13,
      true,
    ]);
  });
});

/** "state/{sql,redis}" is two paths. */
function spelledOut(path: string): string[] {
  const [, before = "", list, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? [];
  if (list === undefined) return [path.replace(/[{},].*$/, "").replace(/\/$/, "")];
  return list.split(",").map((one) => `${before}${one}${after}`);
}
