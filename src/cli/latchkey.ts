#!/usr/bin/env node
import { main } from "./main.js";
import { surroundings } from "./surroundings.js";

// Set, not called: what was printed goes out first, also into a pipe.
process.exitCode = await main(process.argv.slice(2), surroundings());
