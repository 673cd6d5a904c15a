import { describe, expect, it } from "vitest";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import type { AuditTold } from "../types/audit.js";
import type { SignedIn } from "../types/hooks.js";
import { watchStart } from "./started.js";

const cookies = cookieSet(false, {});
const account = { provider: "idp", providerAccountId: "7", type: "oauth" } as const;
const ada: SignedIn = { user: { id: "1", email: "ada@example.org" }, account };

interface Beginning {
  readonly header?: string;
  readonly who?: SignedIn;
  readonly sid?: string;
  readonly cookie?: string;
  readonly value?: string;
}

/** What the trail is told when such a cookie is set. */
async function told({ header, who = ada, sid, cookie, value = "x" }: Beginning) {
  const jar = new CookieJar(header);
  const events: AuditTold[] = [];
  const audit = (event: AuditTold) => {
    events.push(event);
    return Promise.resolve();
  };
  const watch = watchStart({ jar, cookies, audit });
  if (sid !== undefined) watch.named(sid);
  if (cookie !== undefined) jar.set({ name: cookie, options: {} }, value);
  await watch.tell(who);
  return events;
}

describe("the beginning of a session", () => {
  const { name } = cookies.session;

  it.each([name, `${name}.0`])("is told where cookie %s is set", async (cookie) => {
    expect(await told({ cookie, sid: "s1" })).toStrictEqual([
      {
        type: "session.started",
        provider: "idp",
        userId: "1",
        sessionId: "s1",
        personal: { email: "ada@example.org" },
      },
    ]);
  });

  it("is told with what is known of it", async () => {
    for (const user of [{}, { email: null }, { email: "" }]) {
      expect(await told({ cookie: name, who: { user, account } })).toStrictEqual([
        { type: "session.started", provider: "idp" },
      ]);
    }
  });

  it("is none where no cookie, another one, or an empty one is set", async () => {
    expect(await told({})).toEqual([]);
    expect(await told({ cookie: "other" })).toEqual([]);
    expect(await told({ cookie: name, value: "" })).toEqual([]);
    expect(await told({ cookie: `other${name}` })).toEqual([]);
    expect(await told({ header: `${name}=sent` })).toEqual([]);
  });

  it("is told among other cookies, and to nobody where nobody listens", async () => {
    const jar = new CookieJar(null);
    jar.set(cookies.csrf, "x");
    jar.set(cookies.session, "y");
    const events: AuditTold[] = [];
    const audit = (event: AuditTold) => Promise.resolve(void events.push(event));
    await watchStart({ jar, cookies, audit }).tell(ada);
    expect(events).toHaveLength(1);
    await expect(watchStart({ jar, cookies }).tell(ada)).resolves.toBeUndefined();
  });
});
