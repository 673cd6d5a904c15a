// Starts the API and the page on one port: the session's cookie belongs to both.
import { fileURLToPath } from "node:url";
import { createServer } from "vite";

process.env["NODE_ENV"] ||= "development";
const { app } = await import("./server.js");

const root = fileURLToPath(new URL("../page", import.meta.url));
const page = await createServer({ root, server: { middlewareMode: true }, appType: "spa" });
app.use(page.middlewares);

const port = Number(process.env["PORT"] ?? 3000);
app.listen(port, "127.0.0.1", () => console.log(`http://localhost:${port}`));
