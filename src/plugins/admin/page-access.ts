import { coreOf } from "../../core/actions/plugin-context.js";
import { FreshSignInRequired } from "../../core/errors/errors.js";
import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { prefersJson } from "../../core/http/page-or-json.js";
import { notFound } from "../../core/http/request-problem.js";
import { signInFirst } from "../../core/http/sign-in-first.js";
import { withQuery } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { freshness } from "../../core/step-up/step-up.js";
import type { Store } from "../../types/store.js";
import { partsHere } from "./here.js";
import { cookieName } from "./impersonation.js";
import { adminActs } from "./managed.js";
import type { AdminDeps } from "./options.js";
import { permit, type ActParts } from "./permit.js";
import { AdminRefused } from "./refused.js";
import type { AdminActs } from "./types.js";

/** The administrator who sends a request. */
export interface Administrator {
  readonly id: string;
  readonly acts: AdminActs;
  readonly parts: ActParts;
  readonly store: Store;
}

/**
 * Who isn't signed in signs in first. Users who aren't administrators get the same as where nothing
 * is.
 */
export async function administratorHere(
  deps: AdminDeps,
  context: Context,
): Promise<Administrator | Outcome> {
  const id = await context.signedInAs();
  if (id === null) return nobodyHere(deps, context);
  const parts = partsHere(deps, context, id);
  try {
    const { store } = await permit(parts);
    return { id, acts: adminActs(parts), parts, store };
  } catch (error) {
    throw error instanceof AdminRefused ? notFound() : error;
  }
}

async function nobodyHere({ options }: AdminDeps, context: Context): Promise<Outcome> {
  if (prefersJson(context.request.headers)) return json({ error: "SessionRequired" }, 401);
  if (options.impersonation && (await context.cookie.read(cookieName))) {
    return redirectTo(context.url("admin", "return"));
  }
  const id = context.request.query.text("id");
  const page = id === undefined ? context.url("admin") : userUrl(context, id);
  return signInFirst(context.site, page);
}

/** The page about a user. */
export function userUrl(context: Context, id: string): string {
  return withQuery(context.url("admin", "user"), { id });
}

/** Undefined if the administrator proved recently who they are; else the response that asks for it. */
export async function proveFirst(
  context: Context,
  callbackUrl: string,
): Promise<Outcome | undefined> {
  const fresh = await freshness(coreOf(context), { callbackUrl });
  if (fresh.ok) return undefined;
  const { url } = fresh;
  return prefersJson(context.request.headers)
    ? json({ error: FreshSignInRequired.type, url }, 403)
    : redirectTo(url);
}
