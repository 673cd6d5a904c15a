// Runs a script in a VM that has the web platform and nothing of Node.
import { readFileSync } from "node:fs";
import { EdgeVM } from "@edge-runtime/vm";

const vm = new EdgeVM();
vm.evaluate(readFileSync(process.argv[2], "utf8"));
console.log(`RESULTS ${await vm.context.suiteResults}`);
