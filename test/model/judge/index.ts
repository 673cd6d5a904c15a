import { setValue } from "../answer.js";
import { cookieOf, cookies, type About, type Delivered } from "../message.js";
import type { State } from "../state.js";
import { signIn } from "./complete.js";
import { judgeErrand } from "./manage.js";
import { judgeCode, judgeLink, judgeMail, redeem } from "./mail.js";
import { judgeOptions, judgePasskey } from "./passkey.js";
import { judgeBegin, judgeLand, judgeReturn } from "./provider.js";
import { adopt, findAdoptable, isOwnForm, judgeRead, judgeSignOut } from "./session.js";
import { accept, refuse, type Verdict } from "./verdict.js";

const forms: ReadonlySet<About["kind"]> = new Set<About["kind"]>([
  "credentials",
  "begin",
  "mail",
  "press",
  "code",
  "passkey",
  "update",
  "sign-out",
]);

/** What a request must come to in this state, which changes once the verdict is settled. */
export function judge(state: State, sent: Delivered): Verdict {
  const isForged = forms.has(sent.about.kind) && !isOwnForm(state, sent);
  const verdict = isForged ? refuse("it is no form of the site") : judgeByKind(state, sent);
  const adoptable = findAdoptable(state, sent);
  return {
    ...verdict,
    ...(adoptable && { adopts: adoptable.user }),
    settle: (ending, answer) => {
      const isOther = !["signed-in", "read", "signed-out"].includes(ending);
      const device = setValue(answer, cookies.device);
      const known = state.devices.get(cookieOf(sent, cookies.device)) ?? [];
      if (device) state.devices.set(device, [...known]);
      if (adoptable && isOther) adopt(state, { session: adoptable, sent }, answer);
      verdict.settle(ending, answer);
      const token = setValue(answer, cookies.csrf);
      if (token) state.csrf.add(token);
    },
  };
}

function judgeByKind(state: State, sent: Delivered): Verdict {
  const { about } = sent;
  switch (about.kind) {
    case "page":
    case "csrf":
      return accept("shown", "it is a page");
    case "session":
    case "update":
      return judgeRead(state, sent);
    case "sign-out":
      return judgeSignOut(state, sent);
    case "credentials":
      return about.user === null
        ? refuse("the password is wrong")
        : signIn(state, sent, about.user);
    case "begin":
      return judgeBegin(state, sent, about.provider);
    case "return":
      return judgeReturn(state, sent, about);
    case "land":
      return judgeLand(state, sent, about);
    case "mail":
      return judgeMail(state, sent, about.address);
    case "link":
      return judgeLink(state, sent, about);
    case "press":
      return redeem(state, sent, about.token);
    case "code":
      return judgeCode(state, sent, about.code);
    case "options":
      return judgeOptions(state, sent, about);
    case "passkey":
      return judgePasskey(state, sent, about);
    case "manage":
      return judgeErrand(state, sent, about.errand);
  }
}
