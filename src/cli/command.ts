import type { ParseArgsConfig } from "node:util";

/** Where a command runs: its environment, working directory, input and output. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The working directory. */
  readonly folder: string;
  /** Whether the terminal is interactive, so questions can be asked. */
  readonly isInteractive: boolean;
  /** Whether the output may contain colors. */
  readonly hasColors: boolean;
  print(line: string): void;
  /** Prints to standard error. */
  printError(line: string): void;
  /** Asks a question and reads a line. */
  ask(question: string): Promise<string>;
}

/** A command's terminal, with the arguments after its name. */
export interface Call extends Terminal {
  text(name: string): string | undefined;
  flag(name: string): boolean;
  readonly rest: readonly string[];
  /** Prints the result: as JSON with `--json`, otherwise these lines. */
  show(result: object, lines: Iterable<string>): void;
}

/** A command: prints, and resolves to the exit status. 0: done; 1: failed, or found something wrong. */
export interface Command {
  /** Usage text for `latchkey NAME --help`. */
  readonly usage: string;
  readonly options: NonNullable<ParseArgsConfig["options"]>;
  run(call: Call): Promise<number>;
}

/** Wrong usage: exit status 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
