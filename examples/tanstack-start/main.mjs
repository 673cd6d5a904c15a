// Starts the development server; in a project of your own that is `npx vite`.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const root = fileURLToPath(new URL(".", import.meta.url));
process.chdir(root);
const port = Number(process.env["PORT"] ?? 3000);
// With a header that is set before, Node.js 20 sends but one of several cookies of a development server.
const server = await createServer({ root, server: { port, host: "127.0.0.1", cors: false } });
await server.listen();
if (Number(process.versions.node.split(".")[0]) < 22) {
  console.log(
    "TanStack Start wants Node.js 22.12 or later: with this one, browsers can't sign in here.",
  );
}
console.log(`http://localhost:${port}`);
