import { parseArgs } from "node:util";
import { asError } from "../core/errors/as-error.js";
import { UsageError, type Call, type Command, type Terminal } from "./command.js";
import { version } from "./version.js";

/** Runs one command and resolves to the exit status: 0 done, 1 failed, 2 invalid usage. */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal);
  } catch (error) {
    for (const line of describeError(error)) terminal.printError(line);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const [first, ...rest] = args;
  const show = (text: string, status = 0) => {
    terminal.print(text);
    return status;
  };
  if (first === undefined) return show(overview(), 2);
  if (["--help", "-h", "help"].includes(first)) {
    return show(rest[0] === undefined ? overview() : (await find(rest[0])).usage);
  }
  if (first === "--version" || first === "-v") return show(version());
  const command = await find(first);
  if (rest.some((arg) => arg === "--help" || arg === "-h")) return show(command.usage);
  if (rest.includes("--version")) return show(version());
  return command.run(callOf(command, rest, terminal));
}

async function find(name: string): Promise<Command> {
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (listed) return listed.load();
  const like = nearest(name);
  const hint = like === undefined ? "" : ` Did you mean ${like}?`;
  throw new UsageError(
    `There is no command ${JSON.stringify(name)}.${hint} The commands are ${Object.keys(commands).join(", ")}. Run \`latchkey --help\` to see what they do.`,
  );
}

/** The only command that starts with the typed name or is contained in it. */
function nearest(name: string): string | undefined {
  const typed = name.toLowerCase();
  const alike = Object.keys(commands).filter(
    (known) => known.startsWith(typed.slice(0, 3)) || typed.includes(known),
  );
  return typed.length >= 2 && alike.length === 1 ? alike[0] : undefined;
}

function callOf({ options }: Command, args: readonly string[], terminal: Terminal): Call {
  const { values, positionals } = parse(options, args);
  return {
    ...terminal,
    text: (name) => {
      const value: unknown = values[name];
      return typeof value === "string" ? value : undefined;
    },
    flag: (name) => values[name] === true,
    rest: positionals,
    show(result, lines) {
      if (values["json"] === true) terminal.print(JSON.stringify(result, null, 2));
      else for (const line of lines) terminal.print(line);
    },
  };
}

function parse(options: Command["options"], args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(asError(error).message);
  }
}

function overview(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(width)}   ${summary}`,
  );
  return [
    "Usage: latchkey <command> [options]",
    "",
    "Commands",
    ...lines,
    "",
    "Options",
    "  --help      how to use a command: latchkey <command> --help",
    "  --version   the version of Latchkey",
    "",
    "Exit status: 0 success, 1 failed or found a problem, 2 invalid usage.",
    "Colors are disabled when NO_COLOR is set or the output isn't a terminal.",
  ].join("\n");
}

/** The error with its causes, one per line. */
function describeError(error: unknown): string[] {
  if (!(error instanceof Error)) return [`latchkey: ${String(error)}`];
  const cause = error.cause === undefined ? [] : describeError(error.cause);
  const several: unknown[] = error instanceof AggregateError ? error.errors : [];
  const own = error.message === "" ? error.name : error.message;
  return [`latchkey: ${own}`, ...several.flatMap(describeError), ...cause];
}

interface Listed {
  /** One line for `latchkey --help`. */
  readonly summary: string;
  /** The command, loaded on first use. */
  load(): Promise<Command>;
}

/** Every command. To add one, write a file in `commands/` and a line here. */
export const commands: Readonly<Record<string, Listed>> = {
  init: {
    summary: "write a first auth file for your framework, and an app if there is none",
    load: async () => (await import("./commands/init.js")).init,
  },
  secret: {
    summary: "print a new secret, or write it to a .env file",
    load: async () => (await import("./commands/secret.js")).secret,
  },
  doctor: {
    summary: "check a configuration and say what is wrong with it",
    load: async () => (await import("./commands/doctor.js")).doctor,
  },
  move: {
    summary: "rewrite an Auth.js app, v4 or v5, to Latchkey",
    load: async () => (await import("./commands/move.js")).move,
  },
  import: {
    summary: "copy users out of the database of Better Auth",
    load: async () => (await import("./commands/import.js")).importCommand,
  },
  migrate: {
    summary: "create the tables, or add what is missing; safe to run again",
    load: async () => (await import("./commands/migrate.js")).migrate,
  },
  schema: {
    summary: "print the SQL that creates the tables",
    load: async () => (await import("./commands/schema.js")).schema,
  },
};
