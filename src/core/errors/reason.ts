/** Causes that have an explanation of their own (`core/diagnosis/cases.ts`), whatever the message says. */
const reasons = [
  "claim-missing",
  "client-key",
  "client-secret",
  "clock",
  "issuer",
  "no-client-id",
  "no-cookies",
  "origin",
  "other-secret",
  "plugin",
  "returned-nothing",
  "unreachable",
  "wrong-password",
] as const;
export type Reason = (typeof reasons)[number];

/** The key under which an error carries its reason, in every copy of the library. */
const key: unique symbol = Symbol.for("latchkey.reason");

/** Gives the error a reason, for the log and the error page. Returns the error. */
export function because<E extends Error>(reason: Reason, error: E): E {
  return Object.defineProperty(error, key, { value: reason, configurable: true });
}

export function reasonOf(error: Error): Reason | undefined {
  const reason: unknown = Reflect.get(error, key);
  return isReason(reason) ? reason : undefined;
}

function isReason(value: unknown): value is Reason {
  return reasons.some((reason) => reason === value);
}
