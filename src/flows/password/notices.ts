import type { FlowContext } from "../../core/flow.js";
import type { NoticeText, PasswordNotices } from "../../types/notice-messages.js";

/** The mails about a password, in English. */
export const passwordNotices: { readonly notices: PasswordNotices } = {
  notices: {
    changed: {
      subject: (site) => `Your password for ${site} was changed`,
      title: "Your password was changed",
      said: (site) =>
        `From now on you sign in to ${site} with the new one. All other devices were signed out.`,
    },
  },
};

/** The mail to the owner, in the language of the request. */
export async function changedNotice({ language }: FlowContext): Promise<NoticeText> {
  return (await language()).texts("password", passwordNotices).notices.changed;
}
