import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { isScript } from "../../core/http/page-or-json.js";
import { localOf } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { ApiKeyRefused, managedKeys, type ApiKeysDeps, type NewApiKey } from "./managed.js";
import { keysPage } from "./page.js";
import { apiKeyTexts } from "./texts.js";

const day = 24 * 60 * 60;

interface Shown {
  readonly made?: NewApiKey | undefined;
  readonly error?: string | undefined;
}

/** `GET api-keys`: lists the keys, with a form for another one. */
export async function showKeys(deps: ApiKeysDeps, context: Context): Promise<Outcome> {
  return shown(deps, context);
}

/**
 * `POST api-keys/create` with `name`, `days`, and `scope:{name}` for each scope, or a list of
 * `scopes` in JSON.
 */
export async function createKey(deps: ApiKeysDeps, context: Context): Promise<Outcome> {
  const { body } = context.request;
  const days = body.text("days") ?? "";
  const request = {
    name: body.text("name") ?? "",
    scopes: chosen(context, deps),
    ...(days !== "" && { expiresIn: Number(days) * day }),
  };
  const userId = await owner(context);
  return madeOrRefused(deps, context, keysOf(deps, context).create(userId, request));
}

/** `POST api-keys/rotate` with `id`: the old key works for another day. */
export async function rotateKey(deps: ApiKeysDeps, context: Context): Promise<Outcome> {
  const id = context.request.body.text("id") ?? "";
  const userId = await owner(context);
  return madeOrRefused(deps, context, keysOf(deps, context).rotate(userId, id, { overlap: day }));
}

async function madeOrRefused(
  deps: ApiKeysDeps,
  context: Context,
  making: Promise<NewApiKey | null>,
): Promise<Outcome> {
  try {
    const made = await making;
    return made ? await shown(deps, context, { made }) : notFound(context);
  } catch (error) {
    if (!(error instanceof ApiKeyRefused)) throw error;
    return shown(deps, context, { error: error.reason });
  }
}

/** `POST api-keys/revoke` with `id`. */
export async function revokeKey(deps: ApiKeysDeps, context: Context): Promise<Outcome> {
  const id = context.request.body.text("id") ?? "";
  const isRevoked = await keysOf(deps, context).revoke(await owner(context), id);
  return isRevoked ? redirectTo(context.url("api-keys")) : notFound(context);
}

function keysOf(deps: ApiKeysDeps, context: Context) {
  return managedKeys(
    deps,
    () => Promise.resolve(context),
    (event) => context.tell(event),
  );
}

/** The signed-in user's id. The routes require a session. */
async function owner(context: Context): Promise<string> {
  return (await context.signedInAs()) ?? "";
}

function chosen({ request: { body } }: Context, { settings }: ApiKeysDeps): readonly string[] {
  const listed = body.value("scopes");
  if (Array.isArray(listed)) return listed.map(String);
  return Object.keys(settings.scopes).filter((scope) => body.value(`scope:${scope}`) !== undefined);
}

function notFound(context: Context): Outcome {
  return isScript(context.request.headers)
    ? json({ error: "NotFound" }, 404)
    : redirectTo(context.url("api-keys"));
}

async function shown(
  deps: ApiKeysDeps,
  context: Context,
  { made, error }: Shown = {},
): Promise<Outcome> {
  const texts = await context.texts(apiKeyTexts);
  const keys = await keysOf(deps, context).list(await owner(context));
  const { scopes, maxAge } = deps.settings;
  const local = (act?: string) => localOf(context.site, context.url("api-keys", act));
  const body = keysPage({
    ...{ texts, keys, made, error, scopes, now: context.now },
    csrfToken: await context.csrfToken(),
    mostDays: Number.isFinite(maxAge) ? Math.floor(maxAge / day) : undefined,
    urls: { create: local("create"), rotate: local("rotate"), revoke: local("revoke") },
    back: localOf(context.site, context.callbackUrl),
  });
  const told = error === undefined ? { keys, scopes, ...(made && { made }) } : { error };
  return context.page({ title: texts.title, body, json: told }, error === undefined ? 200 : 400);
}
