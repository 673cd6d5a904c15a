import { askInTime } from "../../core/async/deadline.js";
import type { KeyRing } from "../../core/crypto/keys.js";
import { asError } from "../../core/errors/as-error.js";
import { AuthError, InvalidConfiguration } from "../../core/errors/errors.js";
import type { Flow } from "../../core/flow.js";
import type { ProviderType } from "../../types/account.js";
import type { SignedIn } from "../../types/hooks.js";
import type { Store } from "../../types/store.js";
import type { TwoFactorDeps } from "./options.js";
import type { SecondStep } from "./row.js";
import { readRow, type Stored } from "./table.js";
import { readStep } from "./use-code.js";

export interface SecondFactorContext {
  readonly store: Store;
  readonly keys: KeyRing;
  readonly flows: ReadonlyMap<string, Flow>;
}

/** The second factors that a user has. */
export interface SecondFactors {
  /** The user's row, sealed; null if they set nothing up. */
  readonly row: Stored | null;
  /** The row's content: authenticator app and recovery codes. */
  readonly step: SecondStep | undefined;
  readonly app: boolean;
  readonly recovery: boolean;
  /** Verifies the user's passkeys, if they have any. */
  readonly passkey: Flow | undefined;
}

/**
 * Lists a user's second factors, for the challenge, the set-up and the step-up. `first` is the type
 * of the first factor: two passkeys are only one factor. Throws if the row can't be decrypted.
 */
export async function secondFactorsOf(
  { store, keys, flows }: SecondFactorContext,
  userId: string,
  first?: ProviderType,
): Promise<SecondFactors> {
  const row = await readRow(store.records, userId);
  const step = row ? await readStep(keys, userId, row.data) : undefined;
  const flow = [...flows.values()].find(({ type, options }) => type === "webauthn" && options);
  const isUsable = flow !== undefined && first !== "webauthn";
  const owned = isUsable ? await store.listAuthenticatorsByUserId(userId) : [];
  return {
    row,
    step,
    app: step?.app !== undefined,
    recovery: step !== undefined && step.codes.length > 0,
    passkey: owned.length > 0 ? flow : undefined,
  };
}

export function hasSecondFactor({ app, recovery, passkey }: SecondFactors): boolean {
  return app || recovery || passkey !== undefined;
}

/**
 * Whether the user needs two factors to sign in: they turned 2FA on, or the application requires
 * it.
 */
export async function takesTwoFactors(
  deps: TwoFactorDeps,
  user: SignedIn["user"],
  { row }: Pick<SecondFactors, "row">,
): Promise<boolean> {
  return row !== null || isRequired(deps, user);
}

/** Whether the application requires two factors of this user. Throws if `required` fails. */
export async function isRequired(
  { options, app }: TwoFactorDeps,
  user: SignedIn["user"],
): Promise<boolean> {
  const { required } = options;
  if (!required) return false;
  const answer = await answerOf(required, user, app.timeout);
  if (answer !== undefined) return Boolean(answer);
  throw new InvalidConfiguration(
    "`required` of `twoFactor` returned nothing, so nobody is signed in. Return true or false.",
  );
}

/** Checked at run time, because JavaScript may return anything. */
async function answerOf(
  required: NonNullable<TwoFactorDeps["options"]["required"]>,
  user: SignedIn["user"],
  timeout: number,
): Promise<unknown> {
  try {
    return await askInTime("twoFactor.required", () => required(user), timeout);
  } catch (error) {
    throw new AuthError(
      "`required` of `twoFactor` failed, so the user isn't signed in. Fix the function, or handle its errors.",
      {
        err: asError(error),
      },
    );
  }
}
