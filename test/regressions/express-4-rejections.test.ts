import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const script = fileURLToPath(new URL("../support/express4-process.mjs", import.meta.url));

async function start() {
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" };
  const child = spawn(process.execPath, [script], { env, stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill());
  const port = await new Promise<string>((resolve) => child.stdout.once("data", resolve));
  const origin = `http://127.0.0.1:${String(port).trim()}`;
  const ask = async (path: string) => {
    const answer = await fetch(origin + path);
    return [answer.status, (await answer.text()).slice(0, 20)] as const;
  };
  return { child, ask };
}

it("Express 4: a session that can't be read is a 500, and the process goes on", async () => {
  const { ask, child } = await start();
  for (let time = 0; time < 3; time++) {
    expect((await ask("/page"))[0]).toBe(500);
    expect(await ask("/alive")).toEqual([200, "alive"]);
  }
  // Who catches it gets it.
  expect(await ask("/caught")).toEqual([418, "MissingSecret"]);
  expect(child.exitCode).toBeNull();
});

it("Express 4: what is not of the library ends the process, as ever", async () => {
  const { ask, child } = await start();
  await ask("/page");
  const ended = once(child, "exit");
  await ask("/foreign").catch(() => undefined);
  expect(await ended).toEqual([1, null]);
});
