import { parseArgs } from "node:util";
import { UsageError, type Command, type Given, type Surroundings } from "./command.js";
import { commands } from "./commands.js";
import { version } from "./version.js";

/** Runs one command and resolves to the exit status: 0 done, 1 failed, 2 called wrongly. */
export async function main(args: readonly string[], world: Surroundings): Promise<number> {
  try {
    return await dispatch(args, world);
  } catch (error) {
    for (const line of describeError(error)) world.complain(line);
    return error instanceof UsageError ? 2 : 1;
  }
}

async function dispatch(args: readonly string[], world: Surroundings): Promise<number> {
  const [first, ...rest] = args;
  if (first === undefined) {
    world.print(overview());
    return 2;
  }
  if (isHelp(first) && rest[0] !== undefined) return help(rest[0], world);
  if (isHelp(first)) return show(overview(), world);
  if (first === "--version" || first === "-v") return show(version(), world);
  const command = await find(first);
  if (rest.some((arg) => arg === "--help" || arg === "-h")) return show(command.usage, world);
  if (rest.includes("--version")) return show(version(), world);
  return command.run(parse(command, rest), world);
}

const isHelp = (text: string): boolean => ["--help", "-h", "help"].includes(text);

function show(text: string, world: Surroundings): number {
  world.print(text);
  return 0;
}

async function help(name: string, world: Surroundings): Promise<number> {
  return show((await find(name)).usage, world);
}

async function find(name: string): Promise<Command> {
  const listed = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (listed) return listed.load();
  const like = nearest(name);
  const hint = like === undefined ? "" : ` Did you mean ${like}?`;
  throw new UsageError(
    `There is no command ${JSON.stringify(name)}.${hint} The commands are ${Object.keys(commands).join(", ")}; \`latchkey --help\` tells what they do.`,
  );
}

/** The one command that begins alike, or is contained in what was typed. */
function nearest(name: string): string | undefined {
  const typed = name.toLowerCase();
  const alike = Object.keys(commands).filter(
    (known) => known.startsWith(typed.slice(0, 3)) || typed.includes(known),
  );
  return typed.length >= 2 && alike.length === 1 ? alike[0] : undefined;
}

function parse({ options }: Command, args: readonly string[]): Given {
  const parsed = tryParse(options, args);
  const values: Readonly<Record<string, unknown>> = parsed.values;
  return {
    text: (name) => {
      const value = values[name];
      return typeof value === "string" ? value : undefined;
    },
    flag: (name) => values[name] === true,
    rest: parsed.positionals,
  };
}

function tryParse(options: Command["options"], args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
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
    "Exit status: 0 done, 1 something failed or is wrong, 2 called wrongly.",
    "Colours are left out where NO_COLOR is set, or nobody looks.",
  ].join("\n");
}

/** The error with its causes, one a line. */
function describeError(error: unknown): string[] {
  if (!(error instanceof Error)) return [`latchkey: ${String(error)}`];
  const cause = error.cause === undefined ? [] : describeError(error.cause);
  const several: unknown[] = error instanceof AggregateError ? error.errors : [];
  const own = error.message === "" ? error.name : error.message;
  return [`latchkey: ${own}`, ...several.flatMap(describeError), ...cause];
}
