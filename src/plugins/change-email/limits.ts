import { coreOf } from "../../core/actions/plugin-context.js";
import { normalizeIp } from "../../core/http/ip.js";
import type { Context } from "../../core/plugin.js";
import { stateKey } from "../../core/state/key.js";

const hour = 60 * 60;

/** Limits of mails: requested by a user, requested by a client, and sent to an address. */
const mails = {
  user: { most: 5, window: hour },
  client: { most: 20, window: hour },
  address: { most: 5, window: 24 * hour },
} as const;

/** Whether another mail may be sent. Checked before anything is looked up. */
export async function mayMail(context: Context, userId: string, email: string): Promise<boolean> {
  const { keys, state, clientIp } = coreOf(context);
  const ip = normalizeIp(clientIp());
  const counted = [
    ["user", userId],
    ...(ip === undefined ? [] : [["client", ip] as const]),
    ["address", email],
  ] as const;
  for (const [kind, who] of counted) {
    const key = await stateKey(keys, "change-email", [kind, who]);
    if ((await state.countWithin(key, mails[kind])) === false) return false;
  }
  return true;
}
