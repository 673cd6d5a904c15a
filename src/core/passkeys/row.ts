import type { Authenticator } from "../../types/adapter.js";
import type { Verified } from "../flow.js";
import { isRecord } from "../values/json.js";

/** A passkey that is stored together with its account. */
export function writing(passkey: Authenticator): Required<Pick<Verified, "alongside" | "passkey">> {
  return {
    passkey,
    alongside: async (store, userId) => {
      await store.createAuthenticator({ ...passkey, userId });
    },
  };
}

/** Parses a passkey that was kept in a cookie; undefined if it isn't valid. */
export function readPasskey(value: unknown): Authenticator | undefined {
  if (!isRecord(value)) return undefined;
  const { providerAccountId, credentialID, credentialPublicKey, counter, transports } = value;
  const { credentialDeviceType, credentialBackedUp } = value;
  if (typeof providerAccountId !== "string" || typeof credentialID !== "string") return undefined;
  if (typeof credentialPublicKey !== "string" || typeof counter !== "number") return undefined;
  if (typeof credentialDeviceType !== "string") return undefined;
  return {
    ...{ providerAccountId, credentialID, credentialPublicKey, counter, credentialDeviceType },
    credentialBackedUp: credentialBackedUp === true,
    transports: typeof transports === "string" ? transports : null,
  };
}
