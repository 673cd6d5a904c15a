import { account } from "./account.js";
import { administration } from "./administration.js";
import { calendar } from "./calendar.js";
import { failures } from "./failures.js";
import { inbox } from "./inbox.js";
import { list } from "./list.js";
import { passwords } from "./passwords.js";
import { protectedPages } from "./protected-pages.js";
import type { LandingView, Section } from "./section.js";
import { signedIn } from "../session.js";
import { session } from "./session.js";
import { signIn } from "./sign-in.js";
import { whatHappened } from "./what-happened.js";

/** The parts of the landing page, the likeliest first. A new part is a file here and a name in these lists. */
export function sectionsFor({ session: current }: LandingView): readonly Section[] {
  return signedIn(current)
    ? [
        ...[session, account, passwords, administration, calendar, inbox, list, whatHappened],
        ...[protectedPages, failures, signIn],
      ]
    : [signIn, passwords, inbox, list, session, whatHappened, protectedPages, failures];
}
