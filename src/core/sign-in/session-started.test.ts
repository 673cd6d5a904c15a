import { describe, expect, it } from "vitest";
import type { ToldEvent } from "../../types/events.js";
import type { SignedIn } from "../../types/hooks.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import { observeSessionStart } from "./session-started.js";

const cookies = cookieSet(false, {});
const account = { provider: "idp", providerAccountId: "7", type: "oauth" } as const;
const ada: SignedIn = { user: { id: "1", email: "ada@example.org" }, account };

interface Beginning {
  readonly header?: string;
  readonly who?: SignedIn;
  readonly sid?: string;
  readonly cookie?: string;
  readonly value?: string;
  readonly goesOn?: boolean;
  readonly isAnswer?: boolean;
}

/** What the trail is told when such a cookie is set. */
async function told(newSession: Beginning) {
  const {
    header,
    who = ada,
    sid,
    cookie,
    value = "x",
    goesOn = false,
    isAnswer = false,
  } = newSession;
  const jar = new CookieJar(header);
  const events: ToldEvent[] = [];
  const tell = (event: ToldEvent) => {
    events.push(event);
    return Promise.resolve();
  };
  const watch = observeSessionStart({ jar, cookies, tell });
  if (sid !== undefined) watch.named(sid);
  if (cookie !== undefined) jar.set({ name: cookie, options: {} }, value);
  await watch.tell(who, { goesOn, isAnswer });
  return events;
}

const about = {
  provider: "idp",
  userId: "1",
  personal: { email: "ada@example.org" },
};

describe("the newSession of a session", () => {
  const { name } = cookies.session;
  const signedIn = { type: "sign-in.succeeded", isNewUser: false };

  it.each([name, `${name}.0`])("is told where cookie %s is set", async (cookie) => {
    expect(await told({ cookie, sid: "s1" })).toStrictEqual([
      { ...signedIn, ...about, sessionId: "s1" },
      { type: "session.started", ...about, sessionId: "s1" },
    ]);
  });

  it("is told with what is known of it", async () => {
    for (const user of [{}, { email: null }, { email: "" }]) {
      expect(await told({ cookie: name, who: { user, account } })).toStrictEqual([
        { ...signedIn, provider: "idp" },
        { type: "session.started", provider: "idp" },
      ]);
    }
  });

  it("is none where no cookie, another one, or an empty one is set", async () => {
    const only = [{ ...signedIn, ...about }];
    expect(await told({})).toEqual(only);
    expect(await told({ cookie: "other" })).toEqual(only);
    expect(await told({ cookie: name, value: "" })).toEqual(only);
    expect(await told({ cookie: `other${name}` })).toEqual(only);
    expect(await told({ header: `${name}=sent` })).toEqual(only);
    expect(await told({ cookie: name, goesOn: true, isAnswer: true })).toEqual(only);
  });

  it("answers a question whether the user is still themselves", async () => {
    expect(await told({ cookie: name, isAnswer: true })).toMatchObject([
      signedIn,
      { type: "step-up.given", userId: "1" },
      { type: "session.started" },
    ]);
  });
});
