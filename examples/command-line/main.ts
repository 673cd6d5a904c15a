import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { app } from "./server.js";
import { signIn } from "./sign-in.js";

// The server and the program that signs in to it, in one process.
const server = createServer(app);
server.listen(3000);
await once(server, "listening");

/** For this example, tokens are kept as long as it runs. A real program uses the keychain of the system. */
let kept: string | null = null;
const storage = {
  get: () => kept,
  set: (text: string) => void (kept = text),
  remove: () => void (kept = null),
};

function open(url: string): void {
  console.log(`Sign in at ${url}`);
  const command = process.platform === "darwin" ? "open" : "xdg-open";
  spawn(command, [url], { stdio: "ignore" }).on("error", () => undefined);
}

const auth = await signIn({ url: "http://localhost:3000/auth", storage, open });
const answer = await auth.fetch("http://localhost:3000/api/me");
console.log("Signed in as", await answer.text());
await auth.signOut();
server.closeAllConnections();
server.close();
