import { once } from "node:events";
import { createServer } from "node:http";
import { createAppAuth, type AppAuth, type AppStorage } from "latchkey/client/app";

export interface SignInOptions {
  /** Where Latchkey's routes are. */
  readonly url: string;
  readonly storage: AppStorage;
  /** Opens the browser of the system. */
  readonly open: (url: string) => void;
}

/** Signs in through the browser, which comes back to a port of this machine (RFC 8252, section 7.3). */
export async function signIn({ url, storage, open }: SignInOptions): Promise<AppAuth> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("There is no free port.");
  const origin = `http://127.0.0.1:${address.port}`;
  const redirectUri = `${origin}/signed-in`;
  const auth = createAppAuth({ url, clientId: "acme-cli", redirectUri, storage });
  try {
    const answered = new Promise<string>((resolve) => {
      server.on("request", (request, response) => {
        const isAnswer = request.url?.startsWith("/signed-in?") === true;
        response.writeHead(isAnswer ? 200 : 404, { "content-type": "text/plain" });
        response.end(isAnswer ? "Done. You can close this window." : "Nothing is here.");
        if (isAnswer) resolve(`${origin}${request.url ?? ""}`);
      });
    });
    open(await auth.signInUrl());
    await auth.finish(await answered);
    return auth;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
