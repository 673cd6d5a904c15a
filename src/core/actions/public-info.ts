import type { PublicProvider } from "../../types/providers.js";
import { csrfToken } from "../http/csrf.js";
import { json } from "../http/outcome.js";
import { notFound } from "../http/request-problem.js";
import { actionUrl } from "../http/urls.js";
import type { Action } from "./context.js";

/** `GET csrf`: the token that forms must send. */
export const showCsrfToken: Action = async (context) => {
  if (!context.checksCsrf) throw notFound();
  return json({ csrfToken: await csrfToken(context) });
};

/** `GET providers`: the providers users can sign in with. */
export const showProviders: Action = ({ flows, site }) => {
  const entries = [...flows.values()].map(({ id, name, type }): [string, PublicProvider] => {
    const urls = {
      signinUrl: actionUrl(site, "signin", id),
      callbackUrl: actionUrl(site, "callback", id),
    };
    return [id, { id, name, type, ...urls }];
  });
  return Promise.resolve(json(Object.fromEntries(entries)));
};

/** `GET assets/{name}`: a script for a provider's form, or a provider's page for development. */
export const showAsset: Action = async (context) => {
  const { flows, providerId: name = "" } = context;
  for (const { file, page } of flows.values()) {
    const served = (await file?.(name)) ?? (page?.id === name && (await page.show(context)));
    if (served) return served;
  }
  throw notFound();
};
