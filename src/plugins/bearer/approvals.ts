import { randomId } from "../../core/crypto/random.js";
import type { StoredRuntime } from "../../core/plugin.js";
import { keysOf } from "../../core/plugins/app.js";
import { stateKey } from "../../core/state/key.js";
import type { BearerDeps } from "./tokens.js";

/*
 * Between the user's yes and the program's first token, there is no session yet that could be ended. So whatever
 * ends a user's sessions leaves a mark, and an approval remembers the mark it was given under. No clock is involved,
 * since servers' clocks differ.
 */

type Deps = Pick<BearerDeps, "app">;
type Where = Pick<StoredRuntime, "state">;

/** Seconds: longer than any approval waits. */
const markLasts = 30 * 60;

const keyOf = ({ app }: Deps, userId: string): Promise<string> =>
  stateKey(keysOf(app), "bearer-ended", [userId]);

/** Approvals that no program has used yet become void. */
export async function endApprovals(deps: Deps, { state }: Where, userId: string): Promise<void> {
  await state.note(await keyOf(deps, userId), randomId(), markLasts);
}

/** The mark to keep with an approval. */
export async function markNow(
  deps: Deps,
  { state }: Where,
  userId: string,
): Promise<string | undefined> {
  return state.noted(await keyOf(deps, userId));
}

/** Whether the user's sessions have been ended since an approval with this mark. */
export async function isVoid(
  deps: Deps,
  where: Where,
  { userId, mark }: { readonly userId: string; readonly mark: unknown },
): Promise<boolean> {
  const now = await markNow(deps, where, userId);
  return now !== undefined && now !== mark;
}
