import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { banner } from "../../examples/express/banner.js";
import { listenOnFreePort, portFrom } from "../../examples/express/port.js";
import { loadSecret } from "../../examples/express/secret.js";
import { strategyFrom } from "../../examples/express/strategy.js";
import { strategies } from "../support/config.js";
import { ada, passwordOf, startDemo } from "../support/demo.js";
import { Visitor } from "../support/visitor.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "examples/express");
const started = {
  port: 3000,
  wanted: 3000,
  strategy: "jwt",
  data: "here",
  secret: "there",
} as const;

/** Takes a port of the loopback interface until the test ends. */
async function takePort(host: string, port = 0): Promise<number> {
  const server = createServer();
  server.listen(port, host);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("the demo's terminal", () => {
  it("says where to go, what to try and where data is kept, without colors when asked", () => {
    const text = banner(started, false);
    expect(text).not.toContain("\u001b");
    for (const part of ["http://localhost:3000", ada.email, ada.password, "here", "there"]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("taken");
    expect(banner(started, true)).toContain("\u001b[");
  });

  it("says that the port is another one than asked for", () => {
    expect(banner({ ...started, port: 3001 }, false)).toContain("port 3000 is taken");
    expect(banner({ ...started, wanted: 0 }, false)).not.toContain("taken");
  });

  it("takes the port and the strategy from the environment, and says what is wrong with them", () => {
    expect([portFrom(undefined), portFrom(""), portFrom("0"), portFrom("8080")]).toEqual([
      3000, 3000, 0, 8080,
    ]);
    for (const port of ["x", "-1", "65536", "80.5", "0x50"]) {
      expect(() => portFrom(port)).toThrow(/PORT is/);
    }
    expect([strategyFrom(undefined), strategyFrom("jwt")]).toEqual(["database", "jwt"]);
    expect(() => strategyFrom("cookie")).toThrow(/SESSION_STRATEGY is "cookie"/);
  });
});

describe("the demo's port", () => {
  it.each(["127.0.0.1", "::1"])("is the next free one where %s has it taken", async (host) => {
    const taken = await takePort(host);
    const { server, port } = await listenOnFreePort((_req, res) => res.end(), taken);
    onTestFinished(() => {
      server.close();
    });
    expect(port).toBeGreaterThan(taken);
    expect(server.address()).toMatchObject({ address: "127.0.0.1", port });
  });
});

describe("the demo's secret", () => {
  it("is made once, kept for the owner only, and replaced by AUTH_SECRET", async () => {
    const place = await mkdtemp(join(tmpdir(), "latchkey-demo-"));
    onTestFinished(() => rm(place, { recursive: true }));
    const first = await loadSecret(place, undefined);
    expect(first.text.length).toBeGreaterThanOrEqual(32);
    expect((await loadSecret(place, "")).text).toBe(first.text);
    expect((await stat(join(place, ".data/secret"))).mode & 0o777).toBe(0o600);
    expect((await loadSecret(place, "given")).text).toBe("given");
    expect(await readFile(join(folder, ".gitignore"), "utf8")).toContain(".data/");
  });
});

describe("the demo's pages", () => {
  it("name files of the demo that are there", async () => {
    const visitor = new Visitor(await startDemo());
    const { text } = await visitor.get("/");
    const parts = text.match(/<section/g) ?? [];
    const files = [...text.matchAll(/<p class="how"><code>([^<]+)<\/code>/g)].map(
      ([, file]) => file,
    );
    expect(files.length).toBeGreaterThanOrEqual(4);
    expect(files).toHaveLength(parts.length);
    for (const file of files) await access(join(folder, file ?? ""));
  });

  it.each(strategies)(
    "show what people are called without running it, with %s sessions",
    async (strategy) => {
      const visitor = new Visitor(await startDemo(strategy));
      const page = await visitor.get("/%3Cscript%3Ealert(1)%3C/script%3E");
      expect([page.status, page.text.includes("<script")]).toEqual([404, false]);
    },
  );

  it("are sent with a policy that allows no script and nothing from elsewhere", async () => {
    const visitor = new Visitor(await startDemo());
    for (const path of ["/", "/nowhere", "/oops"]) {
      const { headers } = await visitor.get(path);
      expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'self';/);
      expect(headers["cache-control"]).toBe("private, no-store");
      expect(headers["x-powered-by"]).toBeUndefined();
    }
  });
});

describe("npm start", () => {
  /** Runs what `npm start` runs, and waits for its banner. */
  async function run(env: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, [join(root, "scripts/start.mjs")], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    onTestFinished(() => {
      child.kill("SIGKILL");
    });
    const exit = once(child, "exit");
    let output = "";
    const ready = new Promise<void>((resolve) => {
      const read = (chunk: Buffer): void => {
        output += chunk.toString();
        if (output.includes("Ctrl-C")) resolve();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
    });
    await Promise.race([ready, exit]);
    return { child, exit, output: () => output };
  }

  it.each(["SIGINT", "SIGTERM"] as const)(
    "serves the demo, on the next port if need be, until %s",
    { timeout: 120_000 },
    async (signal) => {
      const taken = await takePort("127.0.0.1");
      const { child, exit, output } = await run({ PORT: String(taken), NO_COLOR: "1" });
      const url = /http:\/\/localhost:\d+/.exec(output())?.[0];
      expect(output()).toContain(`port ${taken} is taken`);
      const visitor = new Visitor(url ?? "");
      expect((await visitor.get("/")).text).toContain("Sign-in that already works");
      await visitor.submit("callback/password", passwordOf(ada));
      expect((await visitor.get("/protected")).status).toBe(200);
      child.kill(signal);
      expect(await exit).toEqual([0, null]);
    },
  );

  it("says what is wrong and how to mend it, without a stack", { timeout: 120_000 }, async () => {
    const { exit, output } = await run({ PORT: "none" });
    expect(await exit).toEqual([1, null]);
    expect(output()).toContain('PORT is "none"; it must be a number');
    expect(output()).not.toMatch(/^\s+at /m);
  });
});
