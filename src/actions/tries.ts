import type { Flow } from "../flows/flow.js";
import { normalizeIp } from "../http/ip.js";
import { stateKey } from "../state/key.js";
import type { RateLimitOptions } from "../types/limits.js";
import type { ActionContext } from "./context.js";

const day = 24 * 60 * 60;

/** A try that is under way. What comes of it decides whether it counts. */
export interface Tries {
  /** Seconds to wait where there were too many already. */
  readonly wait?: number;
  failed(): Promise<void>;
  succeeded(): Promise<void>;
}

interface Counter {
  readonly key: string;
  readonly most: number;
  /** Seconds. */
  readonly window: number;
  /** Seconds until it begins anew. */
  readonly left: number;
}

/**
 * Counts wrong tries by name and by client. A name is counted before the credentials are looked at, so
 * that tries side by side gain nothing, and is forgotten once they were right. A client is counted when
 * they were wrong: many people may share one address, and most of them know their password.
 */
export async function countTries(
  context: ActionContext,
  flow: Flow,
  options: RateLimitOptions,
): Promise<Tries> {
  const { window = 600, perName = 10, perNameAndDay = 100, perClient = 50 } = options;
  const { state } = context;
  const counter = counterFor(context, flow);
  const names = (await flow.limitKeys?.(context)) ?? [];
  const byName: Counter[] = [];
  for (const name of names) {
    byName.push(await counter(name, { window, most: perName }));
    byName.push(await counter(name, { window: day, most: perNameAndDay }));
  }
  const ip = normalizeIp(context.clientIp());
  const byClient = ip === undefined ? [] : [await counter(`ip:${ip}`, { window, most: perClient })];

  const full: Counter[] = [];
  for (const one of byClient) if ((await state.counted(one.key)) >= one.most) full.push(one);
  for (const one of byName) if ((await state.count(one.key, one.window)) > one.most) full.push(one);
  return {
    ...(full.length > 0 && { wait: Math.max(...full.map(({ left }) => left)) }),
    async failed() {
      for (const one of byClient) await state.count(one.key, one.window);
    },
    async succeeded() {
      for (const one of byName) await state.undo(one.key);
    },
  };
}

/** Windows follow one another, so that it is known when one ends. */
function counterFor({ keys, now }: ActionContext, flow: Flow) {
  return async (who: string, limit: Pick<Counter, "most" | "window">): Promise<Counter> => {
    const seconds = Math.floor(now / 1000);
    const number = Math.floor(seconds / limit.window);
    const parts = [flow.id, who, String(limit.window), String(number)];
    const left = (number + 1) * limit.window - seconds;
    return { ...limit, left, key: await stateKey(keys, "tries", parts) };
  };
}
