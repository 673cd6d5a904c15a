#!/usr/bin/env node
import { main } from "./main.js";
import { surroundings } from "./surroundings.js";

const status = await main(process.argv.slice(2), surroundings());
// A configuration may have opened connections, which would keep this process. What was printed goes out first.
process.stdout.write("", () => process.stderr.write("", () => process.exit(status)));
