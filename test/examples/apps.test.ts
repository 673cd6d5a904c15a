import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestListener } from "node:http";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { encryptedFile, signIn } from "../../examples/electron/auth.js";
import { app as desktopServer } from "../../examples/electron/server.js";
import { createPhoneAuth, redirectUri } from "../../examples/expo/auth.js";
import { app as phoneServer } from "../../examples/expo/server.js";
import { answerApp } from "../support/dev-person.js";
import { serve } from "../support/express-host.js";

const serveAt = async (app: RequestListener) =>
  (await serve(app)).replace("127.0.0.1", "localhost");

/** A phone with a keychain that answers when it likes, and without WebCrypto. */
function phone(origin: string, answer: "yes" | "no" | null) {
  const kept = new Map<string, string>();
  const later = async <T>(act: () => T): Promise<T> => {
    await setTimeout(5);
    return act();
  };
  const opened: string[] = [];
  return {
    ...{ kept, opened },
    storage: {
      get: () => later(() => kept.get("latchkey") ?? null),
      set: (text: string) => later(() => void kept.set("latchkey", text)),
      remove: () => later(() => void kept.delete("latchkey")),
    },
    crypto: {
      randomBytes: (count: number) => new Uint8Array(randomBytes(count)),
      sha256: (text: string) =>
        Promise.resolve(new Uint8Array(createHash("sha256").update(text).digest())),
    },
    async browse(url: string) {
      opened.push(url);
      return answer && answerApp(origin, url, answer);
    },
  };
}

describe("the Expo app", () => {
  it("signs in through the system browser, stays signed in after a restart, and signs out", async () => {
    const origin = await serveAt(phoneServer);
    const device = phone(origin, "yes");
    const auth = createPhoneAuth(`${origin}/auth`, device);
    expect(await auth.session()).toBeNull();
    expect(await auth.signIn()).toBe(true);
    expect(new URL(device.opened[0] ?? "").searchParams.get("redirect_uri")).toBe(redirectUri);
    expect((await auth.fetch(`${origin}/api/me`)).status).toBe(200);
    const restarted = createPhoneAuth(`${origin}/auth`, device);
    expect((await restarted.session())?.user).toBeDefined();
    await restarted.signOut();
    expect(device.kept.size).toBe(0);
    expect((await restarted.fetch(`${origin}/api/me`)).status).toBe(401);
  });

  it("isn't signed in when the user closes the browser, or says no", async () => {
    const origin = await serveAt(phoneServer);
    const closed = createPhoneAuth(`${origin}/auth`, phone(origin, null));
    expect(await closed.signIn()).toBe(false);
    expect(await closed.accessToken()).toBeNull();
    const refused = createPhoneAuth(`${origin}/auth`, phone(origin, "no"));
    await expect(refused.signIn()).rejects.toMatchObject({ code: "access_denied" });
    expect(await refused.accessToken()).toBeNull();
  });
});

describe("the desktop program", () => {
  it("signs in over a port of this machine, and keeps its tokens encrypted", async () => {
    const origin = await serveAt(desktopServer);
    const folder = await mkdtemp(join(tmpdir(), "desktop-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 0x55));
    const path = join(folder, "session");
    const storage = encryptedFile(path, {
      encryptString: (text) => flipped(Buffer.from(text)),
      decryptString: (encrypted) => flipped(encrypted).toString(),
    });
    const open = async (url: string) => {
      void answerApp(origin, url, "yes").then((back) => fetch(back));
      return Promise.resolve();
    };
    const auth = await signIn({ url: `${origin}/auth`, storage, open });
    expect((await auth.fetch(`${origin}/api/me`)).status).toBe(200);
    expect((await readFile(path, "utf8")).includes("lkr_")).toBe(false);
    expect((await stat(path)).mode & 0o077).toBe(0);
    await auth.signOut();
    await expect(stat(path)).rejects.toThrow("ENOENT");
  });
});
