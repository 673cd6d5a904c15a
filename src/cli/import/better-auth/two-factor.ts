import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecord } from "../../../core/values/json.js";
import type { Environment } from "../../../core/values/mode.js";
import type { ImportedUser } from "./convert.js";

/** Better Auth's encrypted values, decrypted. */
export interface AuthenticatorApp {
  /** The key, in base32. */
  readonly key: string;
  readonly recoveryCodes: readonly string[];
}

export type DecryptApp = (
  encrypted: NonNullable<ImportedUser["twoFactor"]>,
) => Promise<AuthenticatorApp>;

type Decrypt = (given: { key: unknown; data: string }) => Promise<string>;

/** Decrypts with the app's own installation of better-auth, which knows its own format. */
export function twoFactorReader(folder: string, env: Environment): DecryptApp {
  const made: { decrypt?: Promise<Decrypt> } = {};
  const key = keyOf(env);
  return async ({ secret, backupCodes }) => {
    const decrypt = await (made.decrypt ??= loadDecrypt(folder));
    const open = async (data: string) => {
      try {
        return await decrypt({ key, data });
      } catch (cause) {
        throw new Error(
          "A two-factor secret of Better Auth can't be decrypted. Set BETTER_AUTH_SECRET to the old application's secret.",
          { cause },
        );
      }
    };
    const codes: unknown = JSON.parse(
      backupCodes.startsWith("[") ? backupCodes : await open(backupCodes),
    );
    return {
      key: base32(new TextEncoder().encode(await open(secret))),
      recoveryCodes: Array.isArray(codes) ? codes.filter((one) => typeof one === "string") : [],
    };
  };
}

async function loadDecrypt(folder: string): Promise<Decrypt> {
  try {
    const path = createRequire(join(folder, "package.json")).resolve("better-auth/crypto");
    const module: unknown = await import(pathToFileURL(path).href);
    const decrypt = isRecord(module) ? module["symmetricDecrypt"] : undefined;
    if (isDecrypt(decrypt)) return decrypt;
  } catch (cause) {
    throw new Error(missing, { cause });
  }
  throw new Error(missing);
}

const missing =
  "Users have two-factor authentication, and decrypting it needs the package better-auth. Keep it installed until the import is done.";

const isDecrypt = (value: unknown): value is Decrypt => typeof value === "function";

/** One secret, or several with versions in BETTER_AUTH_SECRETS: `2:new,1:old`. */
function keyOf(env: Environment): unknown {
  const legacySecret = env["BETTER_AUTH_SECRET"] ?? env["AUTH_SECRET"];
  const versions = (env["BETTER_AUTH_SECRETS"] ?? "").split(",").flatMap((entry) => {
    const [, version, secret] = /^\s*(\d+):(.+)$/.exec(entry) ?? [];
    return secret === undefined ? [] : [[Number(version), secret.trim()] as const];
  });
  const [newest] = versions;
  if (!newest) return legacySecret ?? "";
  return { keys: new Map(versions), currentVersion: newest[0], legacySecret };
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, section 6, without padding. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}
