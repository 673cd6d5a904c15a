import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createAppAuth, type AppAuth, type AppStorage } from "latchkey/client/app";

/** Encrypts with the keychain of the system, as `safeStorage` of Electron does. */
export interface Keychain {
  encryptString(text: string): Buffer;
  decryptString(encrypted: Buffer): string;
}

/** Keeps the tokens in a file that only this user's keychain can read. */
export function encryptedFile(path: string, keychain: Keychain): AppStorage {
  return {
    async get() {
      const encrypted = await readFile(path).catch(() => null);
      return encrypted && keychain.decryptString(encrypted);
    },
    set: (text) => writeFile(path, keychain.encryptString(text), { mode: 0o600 }),
    remove: () => rm(path, { force: true }),
  };
}

export interface Desktop {
  readonly url: string;
  readonly storage: AppStorage;
  /** Opens the system browser, never a window of the program. */
  open(this: void, url: string): Promise<void>;
}

/** Signs in through the system browser, which comes back to a port of this machine (RFC 8252, section 7.3). */
export async function signIn({ url, storage, open }: Desktop): Promise<AppAuth> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("There is no free port.");
  const origin = `http://127.0.0.1:${address.port}`;
  const redirectUri = `${origin}/signed-in`;
  const auth = createAppAuth({ url, clientId: "acme-desktop", redirectUri, storage });
  try {
    const answered = new Promise<string>((resolve) => {
      server.on("request", (request, response) => {
        const isAnswer = request.url?.startsWith("/signed-in?") === true;
        response.writeHead(isAnswer ? 200 : 404, { "content-type": "text/plain" });
        response.end(isAnswer ? "Done. You can go back to the program." : "Nothing is here.");
        if (isAnswer) resolve(`${origin}${request.url ?? ""}`);
      });
    });
    await open(await auth.signInUrl());
    await auth.finish(await answered);
    return auth;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
