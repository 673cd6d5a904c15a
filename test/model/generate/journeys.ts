import fc from "fast-check";
import type { Action, Form } from "../actions.js";
import { address, browser } from "./actions.js";

const plain: Form = { csrf: "own", site: "same-origin", asJson: false, target: null };
const newest = { pick: 0, elsewhere: 0 } as const;

/** Who signs in, where and how. */
const traveller = fc.record({
  browser,
  provider: fc.constantFrom("hub", "idp"),
  person: fc.constantFrom(0, 1),
  username: fc.constantFrom("ada", "grace"),
  address,
});

/** A whole sign-in that goes well, so that there is something to attack. */
export const journey: fc.Arbitrary<readonly Action[]> = traveller.chain((who) => {
  const begun = { browser: who.browser, form: plain };
  const sent: Action = { do: "mail", ...begun, address: who.address };
  const typed: Action = { do: "credentials", ...begun, username: who.username, right: true };
  const code = { do: "code", ...newest, form: plain } as const;
  const abroad = { pick: 0, elsewhere: 1 } as const;
  const provider = (id: "hub" | "idp"): Action[] => [
    { do: "begin", ...begun, provider: id },
    { do: "return", ...newest, codeOf: 0, person: who.person, fault: "none" },
    { do: "land", ...newest },
  ];
  const ceremony = (action: "register" | "authenticate", email: string | null): Action[] => [
    { do: "options", browser: who.browser, action, email },
    { do: "passkey", ...newest, form: plain, device: who.person, which: 0 },
  ];
  const registered = ceremony("register", who.address.toLowerCase());
  return fc.constantFrom<readonly Action[]>(
    provider(who.provider),
    [typed, ...provider(who.provider)],
    [sent, { do: "link", ...newest, as: "GET" }],
    [sent, { do: "link", ...abroad, as: "GET" }, { do: "press", ...abroad, form: plain }],
    [sent, { ...code, right: false }, { ...code, right: true }],
    registered,
    ceremony("authenticate", null),
    [...registered, { do: "sign-out", ...begun }, ...ceremony("authenticate", null)],
  );
});
