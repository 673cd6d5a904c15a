import type { KeyRing } from "../../core/crypto/keys.js";
import { AdapterError } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { ofSecrets } from "../../core/state/secrets.js";
import { Lru } from "../../core/values/lru.js";
import type { EmailConfig } from "../../types/providers.js";
import type { Store } from "../../types/store.js";

const remembered = 16;
const firstGuess = 400;

/** How long handing over recent mails took, so that a mail that isn't sent can take as long. */
class Pace {
  readonly #milliseconds: number[] = [];
  #turn = 0;

  /** Runs the work and remembers how long it took. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.#milliseconds.push(performance.now() - started);
    if (this.#milliseconds.length > remembered) this.#milliseconds.shift();
    return result;
  }

  /** Waits as long as one of the last mails took, each in turn. */
  async imitate(): Promise<void> {
    this.#turn += 1;
    const known = this.#milliseconds;
    const length = known[this.#turn % known.length] ?? firstGuess;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, length);
    });
  }
}

/** One email provider, ready to use. */
export interface MailSetup {
  readonly provider: EmailConfig;
}

const defaultMaxAge = 15 * 60;

/** Seconds for which the link works. */
export function maxAgeOf({ maxAge }: EmailConfig): number {
  return maxAge ?? defaultMaxAge;
}

const paces = ofSecrets(() => new Lru<Pace>(100));

/** How long a provider's recent mails took. */
export function paceOf({ provider }: MailSetup, keys: KeyRing): Pace {
  return paces(keys).get(provider.id, () => new Pace());
}

/** The configuration check makes sure that there's one. */
export function storeOf({ store }: FlowContext): Store {
  if (store) return store;
  throw new AdapterError(
    "Email sign-in needs an adapter, and none is configured. Set \`adapter\`.",
  );
}
