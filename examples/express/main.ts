// Starts the demo: `npm start` at the root of the repository.
import { fileURLToPath } from "node:url";
import { createApp } from "./app.js";
import { banner } from "./banner.js";
import { openParts } from "./parts.js";
import { listenOnFreePort, portFrom } from "./port.js";
import { loadSecret } from "./secret.js";
import { databaseUrl } from "./store.js";
import { strategyFrom } from "./strategy.js";

// The compiler writes to dist/, a folder below the sources.
const folder = fileURLToPath(
  new URL(import.meta.url.includes("/dist/") ? ".." : ".", import.meta.url),
);

async function start(): Promise<void> {
  // Nobody runs the demo in production: its error pages may say what is wrong.
  process.env["NODE_ENV"] ||= "development";
  const wanted = portFrom(process.env["PORT"]);
  const strategy = strategyFrom(process.env["SESSION_STRATEGY"]);
  const secret = await loadSecret(folder, process.env["AUTH_SECRET"]);
  const parts = await openParts(databaseUrl(folder, process.env["DATABASE_URL"]));
  const app = createApp({ ...parts, secret: secret.text, strategy });
  const { server, port } = await listenOnFreePort(app, wanted);
  console.log(banner({ port, wanted, strategy, data: parts.store.where, secret: secret.where }));

  const stop = (): void => {
    console.log("\nStopped.");
    // Browsers keep connections open for a while; nobody waits for them.
    server.closeAllConnections();
    server.close(() => void parts.close().then(() => process.exit(0)));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

try {
  await start();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  console.error(`The demo did not start. ${message}`);
  if (process.env["DEBUG"]) console.error(error);
  else console.error("Run it with DEBUG=1 to see where it failed.");
  process.exitCode = 1;
}
