import { build } from "esbuild";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Auth } from "latchkey";
import type { MemoryAdapter } from "latchkey/adapters/memory";
import type Credentials from "latchkey/providers/credentials";
import type GitHub from "latchkey/providers/github";
import type { scriptedProvider } from "latchkey/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Browser, location } from "../support/client.js";
import { recorder, secret, type TestConfig } from "../support/config.js";
import { node, root } from "./packed.js";

interface Bundle {
  readonly Auth: typeof Auth;
  readonly MemoryAdapter: typeof MemoryAdapter;
  readonly Credentials: typeof Credentials;
  readonly GitHub: typeof GitHub;
  readonly scriptedProvider: typeof scriptedProvider;
}

const file = join(root, `.cache/lean-${process.pid}.mjs`);
const contents = `
  export { Auth } from "./dist/doors/index.js";
  export { MemoryAdapter } from "./dist/adapters/memory/index.js";
  export { default as Credentials } from "./dist/providers/credentials.js";
  export { default as GitHub } from "./dist/providers/github.js";
  export { scriptedProvider } from "./dist/testing/index.js";`;

/** What a bundler makes of an application with the condition. */
async function leanBundle(): Promise<Bundle> {
  await node([join(root, "scripts/build.mjs"), "src"], root);
  await build({
    stdin: { contents, resolveDir: root },
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["latchkey-lean"],
    logLevel: "silent",
  });
  const made: unknown = await import(pathToFileURL(file).href);
  if (isBundle(made)) return made;
  throw new Error("The bundle lacks what it exports.");
}

function isBundle(value: unknown): value is Bundle {
  return typeof value === "object" && value !== null && "Auth" in value && "GitHub" in value;
}

const loaded: Bundle[] = [];
beforeAll(async () => {
  loaded.push(await leanBundle());
});
afterAll(() => rm(file, { force: true }));

const byHand = {
  id: "own",
  name: "Own",
  type: "credentials",
  credentials: {},
  authorize: () => null,
} as const;

function world(make: (bundle: Bundle) => Pick<TestConfig, "providers" | "adapter">) {
  const [bundle] = loaded;
  if (!bundle) throw new Error("There is no bundle.");
  const log = recorder();
  const config = { secret, trustHost: true, logger: log.logger, ...make(bundle) };
  return { log, bundle, browser: new Browser(config, { auth: bundle.Auth }) };
}

describe("a bundle made with the condition latchkey-lean", () => {
  it("signs in at a provider, keeps the session in a cookie, and signs out", async () => {
    const { bundle } = world(() => ({ providers: [] }));
    const github = bundle.scriptedProvider(bundle.GitHub({ clientId: "id", clientSecret: "s" }));
    const { browser } = world(() => ({ providers: [github.provider] }));
    const begun = await browser.submit("signin/github");
    const claims = { id: 1, login: "ada", name: "Ada", email: "ada@example.org" };
    await browser.send(new Request(await github.accept(location(begun), claims)));
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
    await browser.submit("signout");
    expect(await browser.session()).toBeNull();
  });

  it("has what the factories of providers bring", async () => {
    const given = { credentials: { name: {} }, authorize: () => ({ id: "1", name: "Ada" }) };
    const { browser } = world((bundle) => ({ providers: [bundle.Credentials(given)] }));
    await browser.submit("callback/credentials", { name: "ada" });
    expect(await browser.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it.each([
    ["an adapter", (bundle) => ({ adapter: bundle.MemoryAdapter(), providers: [bundle.GitHub] })],
    ["a provider that is written by hand", () => ({ providers: [byHand] })],
  ] satisfies [string, Parameters<typeof world>[0]][])(
    "says what to do about %s",
    async (_, of) => {
      const { browser, log } = world(of);
      const response = await browser.get("session");
      expect(response.status).toBe(500);
      const said = log.entries.map(({ message }) => String(message[0])).join("\n");
      expect(said).toContain("Remove the condition from the bundler's configuration");
    },
  );
});
