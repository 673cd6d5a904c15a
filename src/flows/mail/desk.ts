import type { KeyRing } from "../../crypto/keys.js";
import { AdapterError } from "../../errors.js";
import { Kept } from "../../state/kept.js";
import { ofSecrets } from "../../state/secrets.js";
import type { EmailConfig } from "../../types/providers.js";
import type { Store } from "../../types/store.js";
import type { FlowContext } from "../flow.js";
import { Pace } from "./pace.js";

/** One e-mail provider at work. */
export interface Desk {
  readonly provider: EmailConfig;
}

const paces = ofSecrets(() => new Kept<Pace>(100));

/** How long the mails of a provider took of late. */
export function paceOf({ provider }: Desk, keys: KeyRing): Pace {
  return paces(keys).get(provider.id, () => new Pace());
}

/** The configuration check makes sure that there is one. */
export function storeOf({ store }: FlowContext): Store {
  if (store) return store;
  throw new AdapterError("Signing in by e-mail needs an adapter, and there is none.");
}
