import { scriptAsset } from "../browser/webauthn/served.js";
import { notFound } from "../http/problem.js";
import type { Action } from "./context.js";

/** `GET assets/{name}`: the script that the sign-in page needs for passkeys, or a page of a provider. */
export const showAsset: Action = async (context) => {
  const name = context.providerId ?? "";
  const flow = [...context.flows.values()].find((one) => one.page?.id === name);
  const served = scriptAsset(name) ?? (await flow?.page?.show(context));
  if (served) return served;
  throw notFound();
};
