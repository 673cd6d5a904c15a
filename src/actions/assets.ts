import { scriptAsset } from "../browser/webauthn/served.js";
import { notFound } from "../http/problem.js";
import type { Action } from "./context.js";

/** `GET assets/{name}`: the script that the sign-in page needs for passkeys. */
export const showAsset: Action = ({ providerId }) => {
  const asset = scriptAsset(providerId ?? "");
  return asset ? Promise.resolve(asset) : Promise.reject(notFound());
};
