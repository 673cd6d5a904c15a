// Starts the development server; in a project of your own that is `npx astro dev`.
import { fileURLToPath } from "node:url";
import { dev } from "astro";

const port = Number(process.env["PORT"] ?? 3000);
const root = fileURLToPath(new URL(".", import.meta.url));
await dev({ root, logLevel: "warn", server: { port, host: "127.0.0.1" } });
console.log(`http://localhost:${port}`);
