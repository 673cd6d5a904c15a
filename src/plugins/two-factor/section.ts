import type { Context, Section } from "../../core/plugin.js";
import { localOf } from "../../http/urls.js";
import { secondStepTexts } from "../../pages/second-step-texts.js";
import type { AdapterUser } from "../../types/adapter.js";
import { readRow } from "./table.js";

/** Whether it is on, and the way to its settings. */
export async function section(context: Context, user: AdapterUser): Promise<Section> {
  const { settings } = await context.texts(secondStepTexts);
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
