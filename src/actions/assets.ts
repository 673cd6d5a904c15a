import { notFound } from "../http/problem.js";
import type { Action } from "./context.js";

/** `GET assets/{name}`: a file that a provider's form needs, or a page of a provider for development. */
export const showAsset: Action = async (context) => {
  const { flows, providerId: name = "" } = context;
  for (const { file, page } of flows.values()) {
    const served = (await file?.(name)) ?? (page?.id === name && (await page.show(context)));
    if (served) return served;
  }
  throw notFound();
};
