import { accountPage } from "latchkey/plugins/account-page";
import { memoryState } from "latchkey/state/memory";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { member } from "../support/authenticator.js";
import type { Browser } from "../support/client.js";
import { minute, useClock } from "../support/clock.js";
import { ada, adasForm, grace, gracesForm, people, strategies, world } from "../support/config.js";
import { backWithCode, begin, oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import { isLong } from "../support/long-form.js";

/*
 * The property: whatever is done in whatever order, in three browsers, whose an account is and who is signed in
 * is what the model says. The accounts x1 and x2 are two people who claim Ada's address, x4 and x5 two who claim
 * one that nobody has yet. Users are named by their addresses.
 */

const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
const clock = useClock();

const lin = "lin@example.org";
const claimed = { x1: ada.email, x2: ada.email, x3: grace.email, x4: lin, x5: lin } as const;
type Sub = keyof typeof claimed;
const subs: readonly Sub[] = ["x1", "x2", "x3", "x4", "x5"];
const forms = new Map([
  [ada.email, adasForm],
  [grace.email, gracesForm],
]);

/** An account that waits for its owner's answer. */
interface Waiting {
  readonly sub: Sub;
  readonly owner: string;
  used: boolean;
}

interface Flow {
  readonly request: URL;
  readonly beganAs: string | null;
  readonly links: boolean;
}

/** What the model knows of a browser. */
interface Tab {
  readonly browser: Browser;
  user: string | null;
  isFresh: boolean;
  waiting: Waiting | null;
  flow: Flow | null;
}

interface Model {
  readonly explicit: boolean;
  /** Whether removing an account ends the user's other sessions. JWTs need a plugin for that. */
  readonly endsOthers: boolean;
  readonly users: Set<string>;
  readonly accounts: Map<Sub, string>;
  readonly tabs: readonly Tab[];
  /** How often each of these came about, so that nothing is proven of what never happens. */
  readonly seen: Map<string, number>;
}

const note = ({ seen }: Model, what: string) => void seen.set(what, (seen.get(what) ?? 0) + 1);

/** Whoever signs in gets the question, or drops what waits for another. */
function enter(tab: Tab, user: string): void {
  tab.user = user;
  tab.isFresh = true;
  if (tab.waiting?.owner !== user) tab.waiting = null;
}

/** The account decision table, once more and in other words. */
function comesBack(model: Model, tab: Tab, sub: Sub, { beganAs, links }: Flow): void {
  if (links && (tab.user === null || tab.user !== beganAs)) return note(model, "changed");
  const isApart = model.explicit && !links;
  const me = isApart ? null : tab.user;
  const owner = model.accounts.get(sub);
  if (owner !== undefined) {
    if (me !== null && me !== owner) return note(model, "of another");
    return enter(tab, owner);
  }
  if (!isApart && beganAs !== me) return note(model, "changed");
  if (me !== null) {
    if (!tab.isFresh) return note(model, "stale");
    model.accounts.set(sub, me);
    if (tab.waiting?.owner !== me) tab.waiting = null;
    return note(model, links ? "linked by an act" : "linked by a sign-in");
  }
  const email = claimed[sub];
  if (model.users.has(email)) {
    tab.waiting = { sub, owner: email, used: false };
    return note(model, "waiting");
  }
  model.users.add(email);
  model.accounts.set(sub, email);
  enter(tab, email);
}

const asProgram = { headers: { accept: "application/json" } };

const acts: Readonly<Record<string, (model: Model, tab: Tab, sub: Sub) => Promise<void>>> = {
  "sign in": async (_, tab, sub) => {
    const user = sub === "x3" ? grace.email : ada.email;
    await tab.browser.signIn(forms.get(user) ?? adasForm);
    enter(tab, user);
  },
  "sign out": async (_, tab) => {
    await tab.browser.signOut();
    tab.user = null;
  },
  begin: async (_, tab) => {
    tab.flow = { request: await begin(tab.browser), beganAs: tab.user, links: false };
  },
  "begin to link": async (model, tab) => {
    const answer = await tab.browser.submit("account/link", { provider: "rogue" });
    const to = new URL(answer.headers.get("location") ?? "");
    const isBegun = tab.user !== null && tab.isFresh;
    expect(to.origin === rogue.issuer).toBe(isBegun);
    if (isBegun) tab.flow = { request: to, beganAs: tab.user, links: true };
    else note(model, "not begun");
  },
  "come back": async (model, tab, sub) => {
    const { flow } = tab;
    if (!flow) return;
    tab.flow = null;
    rogue.idToken = { claims: { sub, email: claimed[sub], name: sub } };
    // Of these, Ada alone has proven her address.
    const isHere =
      tab.user === ada.email && claimed[sub] === ada.email && flow.beganAs === tab.user;
    const answer = await tab.browser.get(backWithCode(rogue, flow.request), { from: rogue.issuer });
    const { waiting } = tab;
    comesBack(model, tab, sub, flow);
    if (tab.waiting === waiting || tab.waiting === null) return;
    const isAsked = answer.headers.get("location")?.includes("/account/pending") ?? false;
    expect(isAsked).toBe(isHere);
    if (isAsked) note(model, "asked at once");
  },
  yes: (model, tab) => answer(model, tab, "yes"),
  no: (model, tab) => answer(model, tab, "no"),
  unlink: async (model, tab, sub) => {
    const fields = { provider: "rogue", account: sub };
    const { status } = await tab.browser.submit("account/unlink", fields, asProgram);
    if (tab.user === null || !tab.isFresh) {
      return expect(status).toBe(tab.user === null ? 401 : 403);
    }
    const own = [...model.accounts].filter(([, user]) => user === tab.user).map(([one]) => one);
    if (!own.includes(sub)) return expect(status).toBe(404);
    if (own.length === 1) {
      note(model, "last");
      return expect(status).toBe(409);
    }
    expect(status).toBe(200);
    model.accounts.delete(sub);
    note(model, "unlinked");
    if (!model.endsOthers) return;
    // Which of them the account started isn't known without the registry.
    for (const one of model.tabs) if (one !== tab && one.user === tab.user) one.user = null;
  },
  wait: async ({ tabs }) => {
    clock.pass(11 * minute);
    for (const tab of tabs) Object.assign(tab, { isFresh: false, waiting: null, flow: null });
  },
  steal: async ({ tabs }, tab) => {
    const from = tabs.find((one) => one.waiting !== null && one !== tab);
    if (!from) return;
    for (const name of from.browser.cookieNames()) {
      if (name.includes("pending")) tab.browser.plant(name, from.browser.cookie(name) ?? "");
    }
    tab.waiting = from.waiting;
  },
};

async function answer(model: Model, tab: Tab, said: "yes" | "no"): Promise<void> {
  const { waiting, user } = tab;
  await tab.browser.submit("account/link-pending", { answer: said }, asProgram);
  if (user === null || !tab.isFresh) return;
  tab.waiting = null;
  if (said === "no" || waiting?.owner !== user || waiting.used) return;
  waiting.used = true;
  if (model.accounts.has(waiting.sub)) return;
  model.accounts.set(waiting.sub, user);
  note(model, "added");
}

interface Step {
  readonly at: number;
  readonly sub: Sub;
  readonly act: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  at: fc.nat({ max: 2 }),
  sub: fc.constantFrom(...subs),
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("sign in", "begin", "begin to link") },
    { weight: 6, arbitrary: fc.constantFrom("come back", "come back", "yes") },
    {
      weight: 3,
      arbitrary: fc.constantFrom("no", "unlink", "unlink", "sign out", "wait", "steal"),
    },
  ),
});
const whole = (one: Step, ...doings: string[]): Step[] => doings.map((act) => ({ ...one, act }));

/** What people do as a whole, so that long ways are gone often enough. */
const journey = fc.oneof(
  { weight: 3, arbitrary: step.map((one) => [one]) },
  { weight: 2, arbitrary: step.map((one) => whole(one, "begin", "come back")) },
  { weight: 2, arbitrary: step.map((one) => whole(one, "sign in", "begin to link", "come back")) },
  {
    weight: 1,
    arbitrary: step.map((one) => whole(one, "sign out", "begin", "come back", "sign in", "yes")),
  },
);
const plan = fc.array(journey, { minLength: 4, maxLength: 12 }).map((parts) => parts.flat());

/** Ways that are gone in any case. */
const certain: Step[][] = [
  [
    ...whole({ at: 0, sub: "x1", act: "" }, "begin", "come back", "sign in", "yes", "unlink"),
    ...whole({ at: 0, sub: "x2", act: "" }, "begin to link", "come back", "unlink", "wait"),
    ...whole({ at: 0, sub: "x4", act: "" }, "begin", "come back", "unlink"),
  ],
  [
    ...whole({ at: 1, sub: "x1", act: "" }, "sign in", "begin to link"),
    ...whole({ at: 1, sub: "x3", act: "" }, "sign in", "come back", "begin", "come back"),
  ],
  whole({ at: 2, sub: "x2", act: "" }, "sign in", "begin", "come back", "yes"),
  [
    ...whole({ at: 0, sub: "x1", act: "" }, "begin", "come back"),
    ...whole({ at: 1, sub: "x3", act: "" }, "sign in", "steal", "yes"),
  ],
  [
    ...whole({ at: 0, sub: "x1", act: "" }, "sign in", "begin to link", "come back"),
    ...whole({ at: 0, sub: "x4", act: "" }, "begin to link", "come back"),
    { at: 1, sub: "x1", act: "sign in" },
    { at: 0, sub: "x1", act: "unlink" },
  ],
];

const always = ["linked by an act", "waiting", "added", "unlinked", "last", "changed"];

function make(strategy: (typeof strategies)[number], explicit: boolean) {
  const made = world("database", {
    session: { strategy },
    sharedState: memoryState(),
    providers: [people, oidc(rogue)],
    plugins: [accountPage()],
    ...(explicit && { account: { linking: "explicit" as const } }),
    rateLimit: false,
  });
  const tab = (): Tab => ({
    ...{ browser: made.browser(), user: null, isFresh: false, waiting: null, flow: null },
  });
  return { made, tabs: [tab(), tab(), tab()] };
}

describe.each(strategies)("linking accounts, strategy %s", (strategy) => {
  it.each([false, true])(
    "comes to what the model says in any order, explicit: %s",
    async (explicit) => {
      const seen = new Map<string, number>();
      const property = fc.asyncProperty(plan, async (steps) => {
        const { made, tabs } = make(strategy, explicit);
        await made.adapter.updateUser({ id: ada.id, emailVerified: new Date() });
        const users = new Set<string>([ada.email, grace.email]);
        const endsOthers = strategy === "database";
        const model: Model = { explicit, endsOthers, users, accounts: new Map(), tabs, seen };
        for (const [index, { at, sub, act }] of steps.entries()) {
          const tab = tabs[at];
          if (!tab) continue;
          await acts[act]?.(model, tab, sub);
          const done = JSON.stringify(steps.slice(0, index + 1));
          const stored = [...made.store.accounts.values()].map(({ providerAccountId, userId }) => [
            providerAccountId,
            made.store.users.get(userId)?.email,
          ]);
          expect(stored.sort(), done).toEqual([...model.accounts].sort());
          for (const one of tabs) {
            const session = await one.browser.session();
            expect(member(member(session, "user"), "email") ?? null, done).toBe(one.user);
          }
        }
      });
      const numRuns = isLong ? 150 : 8;
      await fc.assert(property, { numRuns, examples: certain.map((steps) => [steps]) });
      const bySession = explicit ? ["asked at once"] : ["linked by a sign-in", "stale"];
      for (const what of [...always, ...bySession]) expect([...seen.keys()]).toContain(what);
      if (explicit) expect([...seen.keys()]).not.toContain("linked by a sign-in");
    },
    isLong ? 600_000 : 60_000,
  );
});
