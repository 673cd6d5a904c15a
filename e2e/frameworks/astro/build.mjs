// What `astro build` does, which refuses to with Node.js 20.
import { fileURLToPath } from "node:url";
import { build } from "astro";

await build({ root: fileURLToPath(new URL(".", import.meta.url)), logLevel: "warn" });
