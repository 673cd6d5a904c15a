#!/usr/bin/env node
import { argv, env, exit, stderr, stdout } from "node:process";
import { main } from "./main.js";

const status = await main(argv.slice(2), {
  databaseUrl: env["DATABASE_URL"],
  print: (line) => stdout.write(`${line}\n`),
  complain: (line) => stderr.write(`${line}\n`),
});
exit(status);
