import { accounts } from "./accounts.js";
import { failures } from "./failures.js";
import { inbox } from "./inbox.js";
import { passkeys } from "./passkeys.js";
import { protectedPages } from "./protected-pages.js";
import type { LandingView, Section } from "./section.js";
import { session } from "./session.js";
import { signIn } from "./sign-in.js";

/** The parts of the landing page, the likeliest first. A new part is a file here and a name in these lists. */
export function sectionsFor({ session: current }: LandingView): readonly Section[] {
  return current?.user
    ? [session, passkeys, accounts, inbox, protectedPages, failures, signIn]
    : [signIn, passkeys, inbox, session, protectedPages, failures];
}
