import { sessionRegistry } from "latchkey/plugins/session-registry";
import express from "express";
import { Auth, setEnvDefaults, type AuthConfig } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { devIdentity, devInbox } from "latchkey/dev";
import { MiddlewareAuth } from "latchkey/express";
import { captureMail, scriptedProvider, signInAs, stopClock } from "latchkey/testing";
import GitHub from "latchkey/providers/github";
import { afterEach, describe, expect, it, vi } from "vitest";
import { people, recorder, secret } from "../support/config.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

afterEach(() => {
  vi.unstubAllEnvs();
});

const others = [undefined, "", "production", "Production", "prod", "staging", "preview", "Test"];
const note =
  "NODE_ENV is not set, so Latchkey assumes production. Set NODE_ENV=development for local work.";

/** The library on an Express server, as the environment has it. */
async function site(config: Partial<AuthConfig>) {
  const log = recorder();
  const app = express();
  app.use("/auth", MiddlewareAuth({ providers: [people], secret, logger: log.logger, ...config }));
  const origin = (await serve(app)).replace("127.0.0.1", "localhost");
  return { log, visitor: new Visitor(origin), origin };
}

describe.each(others)("NODE_ENV=%s is production", (mode) => {
  it("so a host that nobody vouched for isn't trusted", async () => {
    vi.stubEnv("NODE_ENV", mode);
    const { log, visitor } = await site({});
    expect((await visitor.route("csrf")).status).toBe(500);
    expect(log.codes("error")).toContain("UntrustedHost");
  });

  it("so a missing secret is refused", async () => {
    vi.stubEnv("NODE_ENV", mode);
    const { log, visitor } = await site({ trustHost: true, secret: undefined });
    expect((await visitor.route("csrf")).status).toBe(500);
    expect(log.codes("error")).toContain("MissingSecret");
  });

  it("so the doctor page doesn't exist, and error pages show a reference only", async () => {
    vi.stubEnv("NODE_ENV", mode);
    const sound = await site({ trustHost: true });
    expect((await sound.visitor.route("doctor")).status).toBe(404);
    const { visitor } = await site({ trustHost: true, secret: undefined });
    const page = await visitor.route("signin");
    expect([page.status, page.text]).toEqual([500, expect.not.stringContaining("AUTH_SECRET")]);
  });

  it("so providers of latchkey/dev are a configuration error, and nobody signs in", async () => {
    vi.stubEnv("NODE_ENV", mode);
    const adapter = MemoryAdapter();
    for (const provider of [devIdentity(), devInbox()]) {
      const { log, visitor } = await site({ trustHost: true, adapter, providers: [provider] });
      for (const route of ["csrf", `assets/${provider.id}`, `callback/${provider.id}?code=x`]) {
        expect((await visitor.route(route)).status).toBe(500);
      }
      expect(log.errors("InvalidConfiguration")[0]?.message).toContain("latchkey/dev");
    }
  });

  it("so the test kit does nothing", async () => {
    vi.stubEnv("NODE_ENV", mode);
    const config = { providers: [GitHub], secret, trustHost: true };
    await expect(signInAs(config, { email: "ada@example.com" })).rejects.toThrow("NODE_ENV");
    expect(() => captureMail()).toThrow("NODE_ENV");
    expect(() => scriptedProvider(GitHub)).toThrow("NODE_ENV");
    expect(() => stopClock()).toThrow("NODE_ENV");
  });
});

describe.each(["development", "test"])("NODE_ENV=%s is development", (mode) => {
  it("so sign-in works without a secret and without AUTH_URL, and the doctor answers", async () => {
    vi.stubEnv("NODE_ENV", mode);
    const { visitor } = await site({ secret: undefined });
    expect((await visitor.route("csrf")).status).toBe(200);
    expect((await visitor.route("doctor")).status).toBe(200);
  });
});

describe("an unset NODE_ENV comes first in the message", () => {
  it.each<[string, Partial<AuthConfig>, string]>([
    ["no address", {}, "UntrustedHost"],
    ["no secret", { trustHost: true, secret: undefined }, "MissingSecret"],
    ["a weak secret", { trustHost: true, secret: "short" }, "MissingSecret"],
    ["no shared state", { trustHost: true, plugins: [sessionRegistry()] }, "InvalidConfiguration"],
    ["devIdentity", { trustHost: true, providers: [devIdentity()] }, "InvalidConfiguration"],
  ])("%s", async (_, config, type) => {
    vi.stubEnv("NODE_ENV", undefined);
    const unset = await site(config);
    await unset.visitor.route("csrf");
    expect(unset.log.errors(type)[0]?.message.startsWith(note)).toBe(true);
    vi.stubEnv("NODE_ENV", "production");
    const set = await site(config);
    await set.visitor.route("csrf");
    expect(set.log.errors(type)[0]?.message).not.toContain(note);
  });

  it("of the test kit too", async () => {
    vi.stubEnv("NODE_ENV", undefined);
    expect(() => captureMail()).toThrow(note);
  });
});

describe("an environment object given to setEnvDefaults", () => {
  const ask = async (env: Record<string, string>) => {
    const log = recorder();
    const config: AuthConfig = { providers: [people], logger: log.logger };
    setEnvDefaults(env, config);
    const { status } = await Auth(new Request("http://localhost/auth/csrf"), config);
    return [status, config.trustHost, ...log.codes("error")];
  };

  it("answers for host and secret alike", async () => {
    expect(await ask({ NODE_ENV: "development" })).toEqual([200, true]);
    expect(await ask({ NODE_ENV: "staging", AUTH_TRUST_HOST: "1" })).toEqual([
      500,
      true,
      "MissingSecret",
    ]);
    vi.stubEnv("NODE_ENV", undefined);
    expect(await ask({ NODE_ENV: "development" })).toEqual([200, true]);
  });

  it("can't turn a process in production into development", async () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(await ask({ NODE_ENV: "development" })).toEqual([500, false, "UntrustedHost"]);
  });
});
