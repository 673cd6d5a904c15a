import type { Server } from "../provider/metadata.js";
import type { RawProfile } from "./profile.js";
import type { Caller } from "../provider/run.js";
import { scopesUntold } from "./thin-token.js";
import type { Access } from "./userinfo.js";

/** The person's profile: the claims of the ID token, or what the userinfo endpoint says, or both. */
export async function readProfile(
  caller: Caller,
  server: Server,
  access: Access,
): Promise<RawProfile> {
  const { idTokenIsProfile, idTokenSuffices } = caller.provider;
  const claims = idTokenIsProfile ? access.claims : undefined;
  const untold = claims && !idTokenSuffices ? scopesUntold(caller.provider, server, access) : [];
  if (claims && untold.length === 0) return claims;
  const { askForProfile, isUnanswered } = await import("./userinfo.js");
  try {
    return { ...claims, ...(await askForProfile(caller, server, access)) };
  } catch (error) {
    // An access token for another API isn't accepted there. Who has a name can do without an address.
    if (claims && !untold.includes("profile") && isUnanswered(error)) return claims;
    throw error;
  }
}
