import type { Server } from "./metadata.js";
import type { RawProfile } from "./profile.js";
import type { Caller } from "./run.js";
import { isThin } from "./thin-token.js";
import type { Access } from "./userinfo.js";

/** The person's profile: the claims of the ID token, or what the userinfo endpoint says, or both. */
export async function readProfile(
  caller: Caller,
  server: Server,
  access: Access,
): Promise<RawProfile> {
  const { idTokenIsProfile, idTokenSuffices } = caller.provider;
  const claims = idTokenIsProfile ? access.claims : undefined;
  if (claims && (idTokenSuffices || !isThin(caller.provider, server, access))) return claims;
  const { askForProfile } = await import("./userinfo.js");
  return { ...claims, ...(await askForProfile(caller, server, access)) };
}
