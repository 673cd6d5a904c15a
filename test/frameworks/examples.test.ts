import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../support/services/ports.js";
import { Visitor } from "../support/visitor.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** Those with tests of their own. */
const larger = new Set([
  ...["command-line", "electron", "expo"],
  ...["express", "express-small", "next", "nuxt", "single-page"],
]);
const examples = readdirSync(`${root}examples`).filter((name) => !larger.has(name));

/** Starts an example as its reader would, and waits until it says where it is. */
async function start(name: string): Promise<string> {
  // Astro and others do less where they find themselves in a test, and readers have no NODE_ENV.
  const { VITEST: _, NODE_ENV: __, ...outer } = process.env;
  const env = { ...outer, PORT: String(await freePort()), AUTH_SECRET: "s".repeat(40) };
  const child = spawn(process.execPath, ["scripts/example.mjs", name], { cwd: root, env });
  onTestFinished(() => void child.kill());
  for await (const line of createInterface(child.stdout)) {
    const found = /http:\/\/localhost:\d+/.exec(line)?.[0];
    if (found !== undefined) return found.replace("localhost", "127.0.0.1");
  }
  throw new Error(`The example ${name} ended without a word.`);
}

describe("the examples", () => {
  it.each(examples)(
    "%s starts, signs in, protects its page and signs out",
    async (name) => {
      const origin = await start(name);
      const { host } = new URL(origin);
      const browser = new Visitor(origin, { headers: { host, accept: "text/html", origin } });
      expect((await browser.get("/")).text).toContain("Sign in");
      expect((await browser.get("/account")).headers.location).toContain("/auth/signin");
      await browser.signIn({ name: "Ada" });
      expect((await browser.get("/")).text).toContain("Hello Ada");
      expect((await browser.get("/account")).text).toContain("Only Ada sees this.");
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      await browser.send({ method: "POST", path: "/leave", headers, body: "redirectTo=/" });
      expect((await browser.get("/")).text).toContain("Sign in");
    },
    90_000,
  );
});
