import type { Command } from "./command.js";

interface Listed {
  /** One line for `latchkey --help`. */
  readonly summary: string;
  /** The command itself, loaded when it is asked for. */
  load(): Promise<Command>;
}

/** Every command. A new one is a file in `commands/` and a line here. */
export const commands: Readonly<Record<string, Listed>> = {
  init: {
    summary: "write a first auth file: Express, Next.js or plain fetch",
    load: async () => (await import("./commands/init.js")).init,
  },
  secret: {
    summary: "print a new secret, or write it to a .env file",
    load: async () => (await import("./commands/secret.js")).secret,
  },
  doctor: {
    summary: "look at a configuration and say what is wrong with it",
    load: async () => (await import("./commands/doctor.js")).doctor,
  },
  move: {
    summary: "rewrite an application of Auth.js, v4 or v5, to latchkey",
    load: async () => (await import("./commands/move.js")).move,
  },
  migrate: {
    summary: "create the tables, or add what they lack; safe to run again",
    load: async () => (await import("./commands/migrate.js")).migrate,
  },
  schema: {
    summary: "print the SQL that creates the tables",
    load: async () => (await import("./commands/schema.js")).schema,
  },
};
