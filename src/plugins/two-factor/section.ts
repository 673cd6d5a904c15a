import { localOf } from "../../core/http/urls.js";
import type { Context, Section } from "../../core/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import { readRow } from "./table.js";
import { twoFactorTexts } from "./texts.js";

/** The account page's section: whether 2FA is on, with a link to its settings. */
export async function section(context: Context, user: AdapterUser): Promise<Section> {
  const { settings } = await context.texts(twoFactorTexts);
  const on = (await readRow(context.records, String(user.id))) !== null;
  const { title, change, turnOn } = settings;
  const url = localOf(context.site, context.url("second-step", "settings"));
  return {
    title,
    json: { on },
    rows: [
      {
        title: on ? settings.on : settings.off,
        links: [{ label: on ? change : turnOn, url }],
      },
    ],
  };
}
