import { EmailSignInError } from "../../core/errors/errors.js";
import { asError } from "../../core/errors/as-error.js";
import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { prefersJson, variedByAccept } from "../../core/http/page-or-json.js";
import { notFound } from "../../core/http/request-problem.js";
import { withQuery } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { impersonate } from "./impersonate.js";
import { usersPage } from "./list-page.js";
import { administratorHere, proveFirst, userUrl, type Administrator } from "./page-access.js";
import { runs, statuses, type PageAct, type PageError } from "./page-acts.js";
import { userInfo, usersInfo, type ShownUsers } from "./page-info.js";
import type { PagesDeps } from "./options.js";
import { AdminRefused } from "./refused.js";
import { userPage } from "./user-page.js";

export { comeBack } from "./impersonate.js";
export { showReturn } from "./return-page.js";

/** `GET admin`: the users, page by page, or those who were searched for. */
export async function showUsers(deps: PagesDeps, context: Context): Promise<Outcome> {
  const here = await administratorHere(deps, context);
  return "kind" in here ? here : users(deps, context, { here });
}

async function users(
  deps: PagesDeps,
  context: Context,
  { here, error }: Pick<Shown, "here" | "error">,
): Promise<Outcome> {
  const { query } = context.request;
  const shown: ShownUsers = {
    search: query.text("search")?.trim() ?? "",
    after: query.text("after") || undefined,
    banned: query.text("banned") === "true",
  };
  const info = await usersInfo(here, shown);
  if (prefersJson(context.request.headers)) return variedByAccept(json(info));
  const page = await usersPage(deps, context, { ...shown, info, error });
  return variedByAccept(page);
}

/** `GET admin/user`, with the user's `id`. */
export async function showUser(deps: PagesDeps, context: Context): Promise<Outcome> {
  const here = await administratorHere(deps, context);
  if ("kind" in here) return here;
  return user(deps, context, { here, userId: context.request.query.text("id") ?? "" });
}

interface Shown {
  readonly here: Administrator;
  readonly userId: string;
  readonly error?: PageError;
}

async function user(
  deps: PagesDeps,
  context: Context,
  { here, userId, error }: Shown,
): Promise<Outcome> {
  const info = await userInfo(deps, context, { here, userId });
  if (!info) throw notFound();
  if (prefersJson(context.request.headers)) return variedByAccept(json(info));
  return variedByAccept(await userPage(deps, context, { info, error }));
}

/** The forms of the pages. They take a recent sign-in. */
export async function act(deps: PagesDeps, context: Context, name: PageAct): Promise<Outcome> {
  const here = await administratorHere(deps, context);
  if ("kind" in here) return here;
  const { body } = context.request;
  const userId = body.text("userId") ?? "";
  const page = userId === "" ? context.url("admin") : userUrl(context, userId);
  const ask = await proveFirst(context, page);
  if (ask) return ask;
  const done = await run(context, here, name);
  if (typeof done === "object") {
    if (prefersJson(context.request.headers)) return json({ done: name, ...done });
    return redirectTo(withQuery(userUrl(context, done.userId), { done: name }));
  }
  if (prefersJson(context.request.headers)) return json({ error: done }, statuses[done]);
  if (done === "NoSuchUser") throw notFound();
  return userId === ""
    ? users(deps, context, { here, error: done })
    : user(deps, context, { here, userId, error: done });
}

async function run(
  context: Context,
  { acts }: Administrator,
  name: PageAct,
): Promise<{ readonly userId: string } | PageError> {
  try {
    return await runs[name](acts, context.request.body);
  } catch (error) {
    if (error instanceof AdminRefused) return error.reason;
    if (!(error instanceof EmailSignInError)) throw error;
    context.app.logger.error("EmailSignInError", asError(error));
    return "EmailFailed";
  }
}

/** `POST admin/impersonate`, which leads back to the user's page to prove who it is. */
export async function impersonateFromPage(deps: PagesDeps, context: Context): Promise<Outcome> {
  const here = await administratorHere(deps, context);
  if ("kind" in here) return here;
  const page = userUrl(context, context.request.body.text("userId") ?? "");
  return (await proveFirst(context, page)) ?? impersonate(deps, context);
}
