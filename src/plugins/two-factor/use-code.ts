import type { KeyRing } from "../../crypto/keys.js";
import { AuthError } from "../../errors.js";
import type { Store } from "../../types/store.js";
import { hashOfRecovery, withoutHash } from "./recovery.js";
import { openStep, sealStep, type SecondStep } from "./row.js";
import { readRow, writeRow } from "./table.js";
import { stepOf } from "./totp.js";

export interface CodeContext {
  readonly store: Store;
  readonly keys: KeyRing;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What was typed in, and by whom it is said to be. */
export interface TypedCode {
  readonly userId: string;
  readonly typed: string;
}

const longestTyped = 64;
/** Others may use another code of the same person at the same moment. */
const mostAttempts = 5;

/** A code that was right. */
export interface UsedCode {
  /** The set-up that it is of. */
  readonly step: SecondStep;
  readonly isRecovery: boolean;
}

/**
 * Uses a code up. Gives the set-up it is of; undefined when it is wrong, or was used. Of many who come with
 * the same one at once, in whatever process, the store lets one through.
 */
export async function useCode(
  context: CodeContext,
  { userId, typed }: TypedCode,
): Promise<UsedCode | undefined> {
  const { store, keys } = context;
  if (typed.length > longestTyped) return undefined;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const former = await readRow(store.records, userId);
    if (!former) return undefined;
    const before = await readStep(keys, userId, former.data);
    const step = await withoutCode(context, before, typed);
    if (!step) return undefined;
    const isRecovery = step.codes.length < before.codes.length;
    const data = await sealStep(keys, userId, step);
    if (await writeRow(store.records, { userId, data, former })) return { step, isRecovery };
  }
  return undefined;
}

/** Throws when it can not be read: nobody is let in then. */
export async function readStep(keys: KeyRing, userId: string, data: string): Promise<SecondStep> {
  const step = await openStep(keys, userId, data);
  if (step) return step;
  throw new AuthError(
    "The second step of a user can not be decrypted: it was sealed with a secret that is not in the configuration, or it is from another row. Keep older secrets behind the newest one, or delete the row once you have made sure who asks for it.",
  );
}

/** The set-up once the code was used. Both kinds are told apart by their form. */
async function withoutCode(
  { keys, now }: CodeContext,
  step: SecondStep,
  typed: string,
): Promise<SecondStep | undefined> {
  const plain = typed.normalize("NFKC").replaceAll(/[\s-]/g, "");
  if (/^\d+$/.test(plain)) {
    const found = step.app && (await stepOf(keys, { ...step.app, code: plain, now }));
    return found === undefined || !step.app
      ? undefined
      : { ...step, app: { ...step.app, used: found } };
  }
  const codes = withoutHash(keys, step.codes, await hashOfRecovery(keys, step.id, plain));
  return codes && { ...step, codes };
}
