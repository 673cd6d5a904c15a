import type { KeyRing } from "../../core/crypto/keys.js";
import { AuthError } from "../../core/errors/errors.js";
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

/** A typed code, and the user it is for. */
export interface TypedCode {
  readonly userId: string;
  readonly typed: string;
}

const longestTyped = 64;
/** The row may change meanwhile, when another code of the same user is used at the same moment. */
const mostAttempts = 5;

/** A code that was right. */
export interface UsedCode {
  /** The set-up that the code belongs to. */
  readonly step: SecondStep;
  readonly isRecovery: boolean;
}

/**
 * Uses a code up and returns its set-up; undefined if it is wrong or was used. Of concurrent
 * requests with the same code, in any process, the store accepts one.
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

/** Opens a user's row. Throws if it can't be read: nobody is signed in then. */
export async function readStep(keys: KeyRing, userId: string, data: string): Promise<SecondStep> {
  const step = await openStep(keys, userId, data);
  if (step) return step;
  throw new AuthError(
    "A user's second factor can't be decrypted: it was encrypted with a secret that isn't in the configuration, or copied from another row. Keep older secrets behind the newest one, or delete the row once you've verified who is asking.",
  );
}

/** The set-up without the used code. App codes and recovery codes differ in form. */
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
