import type { Explanation } from "../../types/explanation.js";
import type { CoreWeakness } from "../../types/finding.js";
import { AuthError } from "../errors/errors.js";
import { reasonOf } from "../errors/reason.js";
import { caseOf, type Seen } from "./cases.js";
import { chainOf } from "./chain.js";
import { referenceOf } from "./reference.js";
import { texts, type Text } from "./texts.js";
import { type WeaknessText, weaknessTexts } from "./weakness-texts.js";

export { messageOf } from "./message.js";

/** What an error most likely means, and what to do about it. `code` is what it is logged with. */
export function explain(code: string, error: Error): Explanation {
  const { cause, cure } = caseOf(seenOf(code, error)) ?? textOf(code) ?? texts.AuthError;
  return { code, reference: referenceOf(error), cause, cure };
}

export const weaknessText = (code: CoreWeakness): WeaknessText => weaknessTexts[code];

const byCode = new Map<string, Text>(Object.entries(texts));

function textOf(code: string): Text | undefined {
  return byCode.get(code);
}

function seenOf(code: string, error: Error): Seen {
  const errors = chainOf(error).map((link) => link.error);
  const details = errors.flatMap((one) =>
    one instanceof AuthError && one.cause ? [one.cause] : [],
  );
  const named = [...errors, ...details].flatMap((one) => [
    memberOf(one, "code"),
    memberOf(one, "error"),
    memberOf(one, "reason"),
  ]);
  const reasons = errors.map(reasonOf).filter((reason) => reason !== undefined);
  // The library's own messages may be reworded at any time.
  const foreign = errors.filter(
    (one) => !(one instanceof AuthError) && reasonOf(one) === undefined,
  );
  return {
    code,
    reasons: new Set(reasons),
    text: foreign.map(({ message }) => message).join("\n"),
    codes: new Set(named.filter((value) => value !== undefined)),
    provider: details.map((one) => memberOf(one, "provider")).find((id) => id !== undefined),
  };
}

function memberOf(object: object, name: string): string | undefined {
  const value: unknown = Reflect.get(object, name);
  return typeof value === "string" ? value : undefined;
}
