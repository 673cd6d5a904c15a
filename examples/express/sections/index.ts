import { account } from "./account.js";
import { calendar } from "./calendar.js";
import { failures } from "./failures.js";
import { inbox } from "./inbox.js";
import { passwords } from "./passwords.js";
import { protectedPages } from "./protected-pages.js";
import type { LandingView, Section } from "./section.js";
import { session } from "./session.js";
import { signIn } from "./sign-in.js";
import { whatHappened } from "./what-happened.js";

/** The parts of the landing page, the likeliest first. A new part is a file here and a name in these lists. */
export function sectionsFor({ session: current }: LandingView): readonly Section[] {
  return current?.user
    ? [session, account, passwords, calendar, inbox, whatHappened, protectedPages, failures, signIn]
    : [signIn, passwords, inbox, session, whatHappened, protectedPages, failures];
}
