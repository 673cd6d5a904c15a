import { actionPath, localOf, withQuery } from "../../core/http/urls.js";
import { isProven } from "../../core/values/proven.js";
import type { Context, Section } from "../../core/plugin.js";
import type { AdapterUser } from "../../types/adapter.js";
import { readPending, told } from "./table.js";
import { changeEmailTexts } from "./texts.js";

/** The account page's section: the address, and a change that waits for its link. */
export async function section(context: Context, user: AdapterUser): Promise<Section> {
  const { records, site, now } = context;
  const { section: texts } = await context.texts(changeEmailTexts);
  const pending = await readPending(records, String(user.id), now);
  const callbackUrl = context.url("account");
  const form = withQuery(context.url("change-email"), { callbackUrl });
  const label = user.email ? texts.change : texts.add;
  const cancel = { label: texts.cancel, url: actionPath(site, "change-email", "cancel") };
  const note = pending
    ? texts.pending(pending.email)
    : user.email && !isProven(user)
      ? texts.unproven
      : undefined;
  return {
    title: texts.title,
    json: { pending: pending && told(pending) },
    rows: [
      {
        title: user.email || texts.none,
        ...(note !== undefined && { note }),
        ...(pending ? { buttons: [cancel] } : { links: [{ label, url: localOf(site, form) }] }),
      },
    ],
  };
}
