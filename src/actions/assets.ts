import { scriptAsset } from "../browser/webauthn/served.js";
import { notFound } from "../http/problem.js";
import type { Action } from "./context.js";

/** `GET assets/{name}`: the script that the sign-in page needs for passkeys, or a page of a provider. */
export const showAsset: Action = async (context) => {
  const name = context.providerId ?? "";
  const served = scriptAsset(name) ?? (await context.flows.get(name)?.page?.(context));
  if (served) return served;
  throw notFound();
};
