import { localOf } from "../../core/http/urls.js";
import type { Context, Section } from "../../core/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import { managedKeys, type ApiKeysDeps } from "./managed.js";
import { apiKeyTexts } from "./texts.js";

/**
 * The account page's section with the keys and a link to their page. Null for users who can't have
 * any.
 */
export async function section(
  deps: ApiKeysDeps,
  context: Context,
  user: AdapterUser,
): Promise<Section | null> {
  const { allow } = deps.settings;
  if (allow && !(await allow(user))) return null;
  const keys = await managedKeys(deps, () => Promise.resolve(context)).list(String(user.id));
  const texts = await context.texts(apiKeyTexts);
  const url = localOf(context.site, context.url("api-keys"));
  const links = [{ label: texts.manage, url }];
  const names = keys.map(({ name, hint }) => ({ title: name, note: hint }));
  return {
    title: texts.title,
    json: { keys },
    rows: [...names, { title: keys.length === 0 ? texts.none : texts.intro, links }],
  };
}
