import type { ParseArgsConfig } from "node:util";

/** What the command line needs of the world. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder it was started in. */
  readonly folder: string;
  /** Whether somebody sits there who can be asked something. */
  readonly isInteractive: boolean;
  /** Whether what is printed may hold colours. */
  readonly hasColours: boolean;
  print(line: string): void;
  complain(line: string): void;
  /** Asks a question and waits for a line of text. */
  ask(question: string): Promise<string>;
}

/** What was typed after the name of a command. */
export interface Given {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  readonly rest: readonly string[];
}

/** One command: it prints, and resolves to the exit status. 0: done; 1: it failed, or found something wrong. */
export interface Command {
  /** How to use it, for `latchkey NAME --help`. */
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  run(given: Given, world: Surroundings): Promise<number>;
}

/** It was called wrongly: exit status 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
