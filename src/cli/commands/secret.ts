import { randomBytes } from "node:crypto";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "../command.js";

/** `latchkey secret`: generates a secret. */
export const secret: Command = {
  usage: `Usage: latchkey secret [options]

Prints a new secret for AUTH_SECRET: 33 random bytes, 44 characters.

Options
  --write [--file <file>]   add AUTH_SECRET to a file instead (default: .env.local), unless it has one
  --json                    print JSON`,
  options: { write: { type: "boolean" }, file: { type: "string" }, json: { type: "boolean" } },
  async run(call) {
    const made = newSecret();
    const print = (result: object, message: string) => {
      call.print(call.flag("json") ? JSON.stringify(result) : message);
      return 0;
    };
    const file = call.text("file") ?? (call.flag("write") ? ".env.local" : undefined);
    if (file === undefined) return print({ secret: made }, made);
    const added = await addSecret(resolve(call.folder, file), made);
    const message = added
      ? `AUTH_SECRET was added to ${file}.`
      : `${file} has an AUTH_SECRET already; it was left as it is.`;
    return print({ file, added }, message);
  },
};

export function newSecret(): string {
  return randomBytes(33).toString("base64");
}

/** Adds `AUTH_SECRET=` to an environment file, unless it has one. A new file is readable by its owner only. */
export async function addSecret(file: string, made: string): Promise<boolean> {
  const present = await readFile(file, "utf8").catch(() => undefined);
  const isSet = (text: string) => /^(?:export +)?AUTH_SECRET *= *\S/.test(text.trim());
  if (present?.split("\n").some(isSet)) return false;
  const line = `AUTH_SECRET=${made}\n`;
  if (present === undefined) await writeFile(file, line, { flag: "wx", mode: 0o600 });
  else await appendFile(file, present === "" || present.endsWith("\n") ? line : `\n${line}`);
  return true;
}
