import { createKeyRing } from "../../core/crypto/keys.js";
import { randomText } from "../../core/crypto/random.js";
import { recordsOf } from "../../core/records/of.js";
import type { Adapter } from "../../types/adapter.js";
import { fromBase32 } from "./base32.js";
import { hashOfRecovery } from "./recovery.js";
import { sealStep } from "./row.js";
import { writeRow } from "./table.js";

/** An authenticator app that a user set up elsewhere. */
export interface ImportedApp {
  readonly userId: string;
  /**
   * The key in the app, in base32. The app must make six-digit codes, each for 30 seconds, with
   * SHA-1.
   */
  readonly key: string;
  /** Recovery codes that the user still has. @default none */
  readonly recoveryCodes?: readonly string[] | undefined;
  /** The secret that encrypts the key: your `AUTH_SECRET`, the newest if there are several. */
  readonly secret: string;
  /** The configuration's `tenant`, if it has one. */
  readonly tenant?: string | undefined;
}

/** Stores an authenticator app for a user who has no second factor. */
export async function addApp(
  adapter: Pick<Adapter, "records">,
  { userId, key, recoveryCodes = [], secret, tenant }: ImportedApp,
): Promise<boolean> {
  const plain = key.toUpperCase().replaceAll(/[\s=-]/g, "");
  const bytes = fromBase32(plain);
  if (!bytes || bytes.length === 0) {
    throw new TypeError("The key of an authenticator app isn't base32.");
  }
  const records = recordsOf(adapter, "to store second factors in");
  const keys = createKeyRing([secret], { tenant });
  const id = randomText(16);
  const codes = await Promise.all(recoveryCodes.map((code) => hashOfRecovery(keys, id, code)));
  const data = await sealStep(keys, userId, { id, codes, app: { secret: plain, used: 0 } });
  return writeRow(records, { userId, data, former: null });
}
