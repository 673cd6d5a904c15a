import { randomId } from "../../crypto/random.js";
import { AuthError } from "../../errors.js";
import { isWholeText } from "../../text.js";
import { isRecord } from "../../json.js";
import type { User } from "../../types/session.js";

type Members = Readonly<Record<string, unknown>>;

/** The user that `authorize` returned, with an id that is a text; null when it said no. */
export function readUser(providerId: string, found: unknown): (User & { id: string }) | null {
  if (!isSomebody(found)) return null;
  const id = idOf(providerId, found);
  // The object itself where it can be: a model of the application may have its members as getters.
  return hasId(found, id) ? found : { ...membersOf(found), id };
}

/**
 * Anything but an object that says who it is is a "no", so that a slip in `authorize` lets nobody in: an
 * error that was returned instead of thrown, an answer of a library, an empty object.
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
    `The \`authorize\` of the provider ${JSON.stringify(providerId)} returned a user whose \`id\` is ${kindOf(id)}. It must be a text that is not empty, a finite number or a bigint.`,
  );
}

function kindOf(id: unknown): string {
  if (typeof id === "number") return String(id);
  if (typeof id === "string") {
    return id.trim() === "" ? "an empty text" : "a text that can not be stored";
  }
  return Array.isArray(id) ? "a list" : `a value of the type ${typeof id}`;
}

/** What an object says of itself, by members of its own or by getters of its class. */
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
