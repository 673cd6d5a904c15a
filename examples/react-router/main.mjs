// Starts the development server; in a project of your own that is `npx react-router dev`.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));
process.chdir(root);
const port = Number(process.env["PORT"] ?? 3000);
const server = await createServer({ root, server: { port, host: "127.0.0.1" } });
await server.listen();
console.log(`http://localhost:${port}`);
