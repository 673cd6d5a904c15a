import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";

export interface Secret {
  readonly text: string;
  /** Where it is kept, in words. */
  readonly where: string;
}

/** The secret that signs and encrypts: from the environment, else made on the first run and kept. */
export async function loadSecret(folder: string, given: string | undefined): Promise<Secret> {
  if (given) return { text: given, where: "the environment variable AUTH_SECRET" };
  const file = join(folder, ".data", "secret");
  const where = relative(process.cwd(), file) || file;
  const kept = (await readIfPresent(file))?.trim();
  if (kept) return { text: kept, where };
  const text = randomBytes(33).toString("base64url");
  await mkdir(join(folder, ".data"), { recursive: true });
  await writeFile(file, `${text}\n`, { mode: 0o600 });
  return { text, where: `${where} (made just now)` };
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
