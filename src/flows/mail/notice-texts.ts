import type { NoticeMessages } from "../../types/notice-messages.js";

/** What all mails about changes to an account say, in English. */
export const noticeTexts: NoticeMessages = {
  yours: "It was you? Then there is nothing to do.",
  notYou:
    "It was not you? Then somebody else can get in. Sign in, or ask for a new password, and change it back:",
  button: "Look at my account",
};
