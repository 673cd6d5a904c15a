import { join } from "node:path";
import { manifestIn, root } from "../package/packed.js";

/** The version of the package, and where what releases left behind is kept. */
export async function manifest(): Promise<{ version: string; folder: string }> {
  const { version } = await manifestIn(root);
  return { version: String(version), folder: join(root, "test/releases/left") };
}

/** What was written by this test, read again. */
export function parsed<Kind extends object>(text: string): Kind {
  const value: unknown = JSON.parse(text);
  if (isWritten<Kind>(value)) return value;
  throw new Error(`This isn't what was written: ${text.slice(0, 80)}`);
}

const isWritten = <Kind extends object>(value: unknown): value is Kind =>
  typeof value === "object" && value !== null;
