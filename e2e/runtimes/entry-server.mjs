// For runtimes that load modules from disk: Node, Bun, Deno.
import { Auth } from "../../dist/doors/index.js";
import { decode, encode } from "../../dist/doors/jwt.js";
import { runSuite } from "./suite.mjs";

console.log(`RESULTS ${JSON.stringify(await runSuite({ Auth, encode, decode }))}`);
