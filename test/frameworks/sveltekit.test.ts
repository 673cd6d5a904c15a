import { execFile } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { Server, SSRManifest } from "@sveltejs/kit";
import { getRequest, setResponse } from "@sveltejs/kit/node";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ada, adasForm, world, type TestConfig } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { Visitor, type Answer } from "../support/visitor.js";
import type { FrameworkHost } from "./suite/host.js";
import { frameworkSuite } from "./suite/index.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Built {
  readonly Server: new (manifest: SSRManifest) => Server;
}

function isBuilt(value: unknown): value is Built {
  return typeof value === "object" && value !== null && "Server" in value;
}

function hasManifest(value: unknown): value is { manifest: SSRManifest } {
  return typeof value === "object" && value !== null && "manifest" in value;
}

/** Builds the application for production, and starts it as an adapter does. */
async function start(): Promise<Server> {
  const vite = `${root}node_modules/vite/bin/vite.js`;
  const cwd = `${root}test/frameworks/sveltekit-app`;
  await promisify(execFile)(process.execPath, [vite, "build"], { cwd });
  const output = pathToFileURL(`${root}.cache/sveltekit/output/server/`);
  const code: unknown = await import(new URL("index.js", output).href);
  const routes: unknown = await import(new URL("manifest.js", output).href);
  if (!isBuilt(code) || !hasManifest(routes)) throw new Error("SvelteKit built something else.");
  const server = new code.Server(routes.manifest);
  await server.init({ env: {} });
  return server;
}

const server = await start();

async function answer(
  req: IncomingMessage,
  res: ServerResponse,
  trustsProxy: boolean,
): Promise<void> {
  const told = (name: string) => (trustsProxy ? req.headers[`x-forwarded-${name}`] : undefined);
  const host = told("host") ?? req.headers.host ?? "";
  const base = `${String(told("proto") ?? "http")}://${String(host)}`;
  const request = await getRequest({ request: req, base });
  const getClientAddress = () => req.socket.remoteAddress ?? "";
  await setResponse(res, await server.respond(request, { getClientAddress }));
}

const host: FrameworkHost = {
  name: "SvelteKit 2",
  calls: true,
  tellsClient: false,
  // What adapter-node reads, which does as `answer` does.
  proxyEnv: { HOST_HEADER: "x-forwarded-host", PROTOCOL_HEADER: "x-forwarded-proto" },
  serve(plan) {
    Reflect.set(globalThis, "latchkeySuitePlan", plan);
    const { trustsProxy = false } = plan;
    return serve((req, res) => void answer(req, res, trustsProxy));
  },
};

await frameworkSuite([host]);

describe("latchkey/sveltekit", () => {
  const site = "http://app.test";
  const form = "application/x-www-form-urlencoded";

  async function visit(config: TestConfig = world("jwt").config) {
    const headers = { host: "app.test", origin: site };
    const browser = new Visitor(await host.serve({ config }), { headers });
    const act = (
      action: string,
      fields: Readonly<Record<string, string>>,
      more: Readonly<Record<string, string>> = {},
    ): Promise<Answer> =>
      browser.send({
        method: "POST",
        path: `/page?/${action}`,
        headers: { "content-type": form, accept: "text/html", ...more },
        body: new URLSearchParams(fields).toString(),
      });
    return { browser, act };
  }

  const enter = { providerId: "credentials", ...adasForm, redirectTo: "/page" };

  it("signIn and signOut are form actions", async () => {
    const { browser, act } = await visit();
    const entered = await act("enter", enter);
    expect([entered.status, entered.headers.location]).toEqual([303, `${site}/page`]);
    expect((await browser.get("/page")).text).toContain(`Hello ${ada.name}`);
    const left = await act("leave", { redirectTo: "/open" });
    expect([left.status, left.headers.location]).toEqual([303, `${site}/open`]);
    expect((await browser.get("/page")).text).toContain("Hello nobody");
  });

  it("a form that SvelteKit's client sends is answered as that understands it", async () => {
    const { browser, act } = await visit();
    const enhanced = { accept: "application/json", "x-sveltekit-action": "true" };
    const entered = await act("enter", enter, enhanced);
    const expected = { type: "redirect", status: 303, location: `${site}/page` };
    expect([entered.status, entered.json()]).toEqual([200, expected]);
    expect((await browser.get("/page")).text).toContain(`Hello ${ada.name}`);
  });

  it("wrong credentials lead back to the sign-in page, no provider to it", async () => {
    const { browser, act } = await visit();
    const wrong = await act("enter", { ...enter, password: "wrong" });
    expect(wrong.headers.location).toContain(`${site}/auth/signin?`);
    expect(wrong.headers.location).toContain("error=CredentialsSignin&code=credentials");
    const open = await act("enter", { redirectTo: "/page" });
    expect(open.headers.location).toBe(
      `${site}/auth/signin?callbackUrl=${encodeURIComponent(`${site}/page`)}`,
    );
    expect(browser.sessionCookies()).toEqual([]);
  });

  it("the data of a protected page is protected, too", async () => {
    const { browser, act } = await visit();
    const path = "/account/page/__data.json";
    const refused = await browser.get(path);
    expect(refused.json()).toMatchObject({ type: "redirect" });
    expect(refused.text).toContain("/auth/signin?callbackUrl=");
    await act("enter", enter);
    expect((await browser.get(path)).json()).toMatchObject({ type: "data" });
  });

  it.each([
    ["ORIGIN", "http://app.test", 200],
    ["ORIGIN", "http://other.test", 500],
    ["ORIGIN", "none", 500],
    ["HOST_HEADER", "host", 200],
    ["HOST_HEADER", "x-forwarded-host", 500],
  ])("in production %s=%s trusts the host that it names: %s", async (name, value, expected) => {
    vi.stubEnv("NODE_ENV", "production");
    vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { browser } = await visit(world("jwt", { trustHost: undefined }).config);
    expect((await browser.get("/auth/providers")).status).toBe(expected);
  });

  it("a path in another spelling is as protected", async () => {
    const { browser } = await visit();
    for (const path of ["/%61ccount", "/account/", "/(site)/members/one", "/members/%6fne"]) {
      expect((await browser.get(path)).text).not.toMatch(/inside|^one$/);
    }
  });
});
