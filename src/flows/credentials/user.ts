import { randomId } from "../../core/crypto/random.js";
import { AuthError } from "../../core/errors/errors.js";
import { isRecord } from "../../core/values/json.js";
import { isWholeText } from "../../core/values/text.js";
import type { User } from "../../types/session.js";

type Members = Readonly<Record<string, unknown>>;

/** The user that `authorize` returned, with a string id; null if it refused. */
export function readUser(providerId: string, found: unknown): (User & { id: string }) | null {
  if (!isSomebody(found)) return null;
  const id = idOf(providerId, found);
  // The object itself if possible: a model's members may be getters.
  return hasId(found, id) ? found : { ...membersOf(found), id };
}

/**
 * Anything but an object with a user's members counts as a refusal, so that a mistake in `authorize` lets
 * nobody in: a returned instead of thrown error, a library's response, an empty object.
 */
function isSomebody(value: unknown): value is Members {
  if (!isRecord(value) || value instanceof Error) return false;
  const { id, email } = value;
  return Object.keys(value).length > 0 || isGiven(id) || isGiven(email);
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function hasId(found: Members, id: string): found is Members & { id: string } {
  return found["id"] === id;
}

function idOf(providerId: string, { id }: Members): string {
  if (!isGiven(id)) return randomId();
  if (typeof id === "bigint" || (typeof id === "number" && Number.isFinite(id))) return String(id);
  if (typeof id === "string" && id.trim() !== "" && isWholeText(id)) return id;
  throw new AuthError(
    `The \`authorize\` of the provider ${JSON.stringify(providerId)} returned a user whose \`id\` is ${kindOf(id)}. It must be a non-empty string, a finite number or a bigint.`,
  );
}

function kindOf(id: unknown): string {
  if (typeof id === "number") return String(id);
  if (typeof id === "string") {
    return id.trim() === "" ? "an empty string" : "a string that can't be stored";
  }
  return Array.isArray(id) ? "a list" : `a value of the type ${typeof id}`;
}

/** What an object says about itself, in its own members or its class's getters. */
function membersOf(found: Members): Record<string, unknown> {
  return { ...Object.fromEntries(gettersOf(found).map((name) => [name, found[name]])), ...found };
}

function gettersOf(found: object): string[] {
  const proto: unknown = Object.getPrototypeOf(found);
  if (proto === null || proto === Object.prototype || !isRecord(proto)) return [];
  const descriptors = Object.entries(Object.getOwnPropertyDescriptors(proto));
  const own = descriptors.filter(([, one]) => one.get !== undefined).map(([name]) => name);
  return [...new Set([...gettersOf(proto), ...own])];
}
