import { describe, expect, it } from "vitest";
import type { AdapterUser } from "../../types/adapter.js";
import type { ProvisionalUser } from "../sessions/contract.js";
import type { AddressProof } from "./address-proof.js";
import {
  idOf,
  isEmailOfAnother,
  isSamePlan,
  ownerOf,
  decide,
  type Facts,
  type Plan,
} from "./decide.js";

const user = (id: string, verified = false): AdapterUser => ({
  id,
  email: `${id}@example.org`,
  emailVerified: verified ? new Date(0) : null,
});
const [ada, grace] = [user("ada"), user("grace")];
const proven = user("proven", true);

const nobody = {
  stored: true,
  email: "ada@example.org",
  proves: false,
  canTake: true,
  signedIn: null,
  beganAs: null,
  accountOwner: null,
  former: null,
  emailOwner: null,
};
const as = (who: AdapterUser) => ({ signedIn: who, beganAs: who.id });

const signIn = (
  who: AdapterUser,
  then: { proof?: AddressProof; link?: boolean; replace?: true } = {},
): Plan => ({
  do: "sign-in",
  user: who,
  link: false,
  proof: "unchanged",
  ...then,
});
const create = (emailVerified: boolean): Plan => ({ do: "create", emailVerified });
const refuse = (because: Extract<Plan, { do: "refuse" }>["because"]): Plan => ({
  do: "refuse",
  because,
});
const provisional: ProvisionalUser = {
  user: user("provisional"),
  isAdmitted: () => Promise.resolve(true),
  adopt: () => Promise.resolve(null),
};
const adopt = (emailVerified: boolean): Plan => ({ do: "create", emailVerified, provisional });
const trust: Plan = { do: "trust-flow" };

type Row = [situation: string, facts: Partial<Facts> & Pick<Facts, "trust">, plan: Plan];

const rows: Row[] = [
  ["credentials", { trust: "none" }, trust],
  [
    "credentials, somebody else signed in",
    { trust: "none", ...as(ada), accountOwner: grace },
    trust,
  ],
  ["no store, OAuth", { trust: "account-only", stored: false }, trust],
  ["no store, e-mail", { trust: "email-owner", stored: false }, trust],

  [
    "known by a former id that counts",
    { trust: "account-only", former: { owner: ada, isAccepted: true } },
    signIn(ada, { link: true, replace: true }),
  ],
  [
    "known by a former id that does not count",
    { trust: "account-only", former: { owner: ada, isAccepted: false } },
    refuse("former-id"),
  ],
  [
    "known by a former id that does not count, signed in as the owner",
    { trust: "account-only", ...as(ada), former: { owner: ada, isAccepted: false } },
    { do: "link", user: ada, replace: true, proof: "unchanged" },
  ],
  [
    "known by a former id that does not count, signed in as the owner since the flow began",
    { trust: "account-only", signedIn: ada, former: { owner: ada, isAccepted: false } },
    refuse("former-id"),
  ],
  [
    "known by a former id that counts, signed in as another",
    { trust: "account-only", ...as(grace), former: { owner: ada, isAccepted: true } },
    refuse("account-of-another"),
  ],
  [
    "known by its id, and another account by the former one",
    { trust: "account-only", accountOwner: grace, former: null },
    signIn(grace),
  ],

  [
    "e-mail, first time, someone here without a proof",
    { trust: "email-owner", provisional },
    adopt(true),
  ],
  [
    "OAuth, new, someone here without a proof",
    { trust: "account-only", provisional },
    adopt(false),
  ],
  [
    "OAuth, new, someone here without a proof, the address vouched for",
    { trust: "linked-email", proves: true, provisional },
    adopt(true),
  ],
  [
    "OAuth, new, someone here without a proof, linking is explicit",
    { trust: "account-only", explicit: true, provisional },
    adopt(false),
  ],
  [
    "e-mail of a known user, someone here without a proof",
    { trust: "email-owner", emailOwner: proven, provisional },
    signIn(proven, { link: true }),
  ],
  [
    "OAuth, account known, someone here without a proof",
    { trust: "account-only", accountOwner: ada, provisional },
    signIn(ada),
  ],
  [
    "OAuth, new, address of another user, someone here without a proof",
    { trust: "account-only", emailOwner: grace, provisional },
    refuse("email-of-another"),
  ],
  [
    "OAuth, new, signed in, someone left over without a proof",
    { trust: "account-only", ...as(ada), provisional },
    { do: "link", user: ada, proof: "unchanged" },
  ],
  [
    "linking is asked for, someone here without a proof, nobody signed in",
    { trust: "account-only", links: true, provisional },
    refuse("session-changed"),
  ],
  ["credentials, someone here without a proof", { trust: "none", provisional }, trust],
  ["e-mail, first time", { trust: "email-owner" }, create(true)],
  ["e-mail, first time, signed in as another", { trust: "email-owner", ...as(ada) }, create(true)],
  [
    "e-mail of a known user who never proved it",
    { trust: "email-owner", emailOwner: ada },
    signIn(ada, { proof: "taken", link: true }),
  ],
  [
    "e-mail of a known user who never proved it, and is signed in",
    { trust: "email-owner", emailOwner: ada, ...as(ada) },
    signIn(ada, { proof: "own", link: true }),
  ],
  [
    "e-mail, second time",
    { trust: "email-owner", emailOwner: proven, accountOwner: proven },
    signIn(proven),
  ],
  [
    "e-mail proven before, account not yet linked",
    { trust: "email-owner", emailOwner: proven },
    signIn(proven, { link: true }),
  ],
  [
    "e-mail of another than is signed in",
    { trust: "email-owner", emailOwner: proven, accountOwner: proven, ...as(ada) },
    signIn(proven),
  ],

  ["OAuth, account known, signed out", { trust: "account-only", accountOwner: ada }, signIn(ada)],
  [
    "OAuth, account known, signed in as its owner",
    { trust: "account-only", accountOwner: ada, ...as(ada) },
    signIn(ada),
  ],
  [
    "OAuth, account of another than is signed in",
    { trust: "account-only", accountOwner: grace, ...as(ada) },
    refuse("account-of-another"),
  ],
  [
    "OAuth, account known, with the address of yet another user",
    { trust: "account-only", accountOwner: ada, emailOwner: grace },
    signIn(ada),
  ],
  [
    "OAuth, new, signed in since the flow began",
    { trust: "account-only", ...as(ada) },
    { do: "link", user: ada, proof: "unchanged" },
  ],
  [
    "OAuth, new, signed in, address of another user",
    { trust: "account-only", emailOwner: grace, ...as(ada) },
    { do: "link", user: ada, proof: "unchanged" },
  ],
  [
    "OAuth, new, signed in only after the flow began",
    { trust: "account-only", signedIn: ada, beganAs: null },
    refuse("session-changed"),
  ],
  [
    "OAuth, new, signed in as another than began the flow",
    { trust: "account-only", signedIn: ada, beganAs: grace.id },
    refuse("session-changed"),
  ],
  [
    "OAuth, new, signed out since the flow began",
    { trust: "account-only", signedIn: null, beganAs: ada.id },
    refuse("session-changed"),
  ],
  ["OAuth, new, nobody knows the address", { trust: "account-only" }, create(false)],
  [
    "OAuth, new, address of another user",
    { trust: "account-only", emailOwner: grace },
    refuse("email-of-another"),
  ],
  [
    "OAuth, new, address of another user, linking allowed",
    { trust: "linked-email", proves: true, emailOwner: proven },
    signIn(proven, { link: true }),
  ],
  [
    "OAuth, new, address of another user who never proved it, linking allowed",
    { trust: "linked-email", proves: true, emailOwner: grace, canTake: false },
    signIn(grace, { link: true, proof: "taken" }),
  ],
  [
    "OAuth, new, vouched address of another user who never proved it",
    { trust: "account-only", proves: true, emailOwner: grace },
    signIn(grace, { link: true, proof: "taken" }),
  ],
  [
    "OAuth, new, the same, and what is attached can't be found",
    { trust: "account-only", proves: true, emailOwner: grace, canTake: false },
    refuse("email-of-another"),
  ],
  [
    "OAuth, new, vouched address of another user who proved it",
    { trust: "account-only", proves: true, emailOwner: proven },
    refuse("email-of-another"),
  ],
  [
    "OAuth, account known, the address vouched for, never proven",
    { trust: "account-only", proves: true, accountOwner: ada, emailOwner: ada },
    signIn(ada, { proof: "clean" }),
  ],
  [
    "OAuth, account known, the address vouched for in other letters",
    { trust: "account-only", proves: true, accountOwner: ada, email: "ADA@example.org" },
    signIn(ada, { proof: "clean" }),
  ],
  [
    "OAuth, account known, another address vouched for",
    { trust: "account-only", proves: true, accountOwner: grace },
    signIn(grace),
  ],
  [
    "OAuth, account known, signed in as its owner, the address vouched for",
    { trust: "account-only", proves: true, accountOwner: ada, ...as(ada) },
    signIn(ada, { proof: "own" }),
  ],
  [
    "OAuth, new, signed in, the user's own address vouched for",
    { trust: "account-only", proves: true, ...as(ada) },
    { do: "link", user: ada, proof: "own" },
  ],
  [
    "OAuth, new, nobody knows the vouched address",
    { trust: "account-only", proves: true },
    create(true),
  ],
  [
    "OAuth, new, linking allowed, nobody knows the address",
    { trust: "linked-email", proves: true },
    create(true),
  ],
  [
    "OAuth, linking allowed, but the session changed",
    { trust: "linked-email", emailOwner: grace, signedIn: null, beganAs: ada.id },
    refuse("session-changed"),
  ],

  [
    "linking is explicit, somebody signed in, the account is new",
    { trust: "account-only", explicit: true, ...as(ada) },
    create(false),
  ],
  [
    "linking is explicit, somebody signed in, the account is another's",
    { trust: "account-only", explicit: true, ...as(ada), accountOwner: grace },
    signIn(grace),
  ],
  [
    "linking is explicit, somebody signed in, the address is another's",
    { trust: "account-only", explicit: true, ...as(ada), emailOwner: proven },
    refuse("email-of-another"),
  ],
  [
    "linking is explicit, somebody signed in, the address is their own",
    { trust: "account-only", explicit: true, ...as(proven), emailOwner: proven },
    { do: "refuse", because: "email-of-another", asks: true },
  ],
  [
    "linking is explicit, somebody signed in, the address is their own and not proven",
    { trust: "account-only", explicit: true, ...as(ada), emailOwner: ada },
    refuse("email-of-another"),
  ],
  [
    "linking is explicit, the address is theirs who signed in meanwhile",
    {
      trust: "account-only",
      explicit: true,
      signedIn: proven,
      beganAs: null,
      emailOwner: proven,
    },
    refuse("email-of-another"),
  ],
  [
    "linking is explicit, somebody else signed in meanwhile",
    { trust: "account-only", explicit: true, signedIn: ada, beganAs: grace.id },
    create(false),
  ],
  [
    "linking is explicit, known by a former id that does not count, its owner signed in",
    {
      trust: "account-only",
      explicit: true,
      ...as(ada),
      former: { owner: ada, isAccepted: false },
    },
    refuse("former-id"),
  ],
  [
    "linking is explicit and asked for",
    { trust: "account-only", explicit: true, links: true, ...as(ada) },
    { do: "link", user: ada, proof: "unchanged" },
  ],
  [
    "linking is explicit and asked for, the account is another's",
    { trust: "account-only", explicit: true, links: true, ...as(ada), accountOwner: grace },
    refuse("account-of-another"),
  ],
  [
    "linking is explicit and asked for, nobody is signed in any more",
    { trust: "account-only", explicit: true, links: true, beganAs: ada.id },
    refuse("session-changed"),
  ],
  [
    "linking is asked for, nobody is signed in, the account is known",
    { trust: "account-only", links: true, accountOwner: ada },
    refuse("session-changed"),
  ],
  [
    "linking is asked for, somebody else signed in meanwhile, the account is theirs",
    { trust: "account-only", links: true, signedIn: ada, beganAs: grace.id, accountOwner: ada },
    refuse("session-changed"),
  ],
  [
    "linking is explicit, nobody is signed in, the address is another's",
    { trust: "account-only", explicit: true, emailOwner: proven },
    refuse("email-of-another"),
  ],
  [
    "linking is explicit, the address is another's than is signed in, both proven",
    { trust: "account-only", explicit: true, ...as(user("other", true)), emailOwner: proven },
    refuse("email-of-another"),
  ],
  [
    "linking is explicit, the flow was to create a user, somebody proven signed in",
    { trust: "account-only", explicit: true, ...as(proven) },
    create(false),
  ],
  [
    "e-mail of a known user who never proved it, another signed in",
    { trust: "email-owner", emailOwner: ada, ...as(grace) },
    signIn(ada, { proof: "taken", link: true }),
  ],
  [
    "known by a former id, signed in as the owner, the address vouched for",
    { trust: "account-only", proves: true, ...as(ada), former: { owner: ada, isAccepted: false } },
    { do: "link", user: ada, replace: true, proof: "own" },
  ],
];

describe("the account decision table", () => {
  it.each(rows)("%s", (_, facts, plan) => {
    expect(decide({ ...nobody, ...facts })).toEqual(plan);
  });

  it("compares users by their id as text, since some stores number them", () => {
    // @ts-expect-error the type says text; some adapters give the number of the row
    const numbered: AdapterUser = { ...user("7"), id: 7 };
    const facts = { ...nobody, trust: "account-only", accountOwner: numbered } as const;
    expect(decide({ ...facts, signedIn: user("7"), beganAs: "7" })).toMatchObject({
      do: "sign-in",
    });
    expect([idOf(numbered), idOf(null)]).toEqual(["7", null]);
  });

  it("tells what is refused for its address from all else", () => {
    expect(isEmailOfAnother(refuse("email-of-another"))).toBe(true);
    for (const plan of [refuse("session-changed"), create(true), trust, signIn(ada)]) {
      expect(isEmailOfAnother(plan)).toBe(false);
    }
  });

  it("tells whose an account is, by its id or by a former one that counts", () => {
    const of = (facts: Partial<Facts>) => ownerOf({ ...nobody, trust: "account-only", ...facts });
    expect(of({})).toBeNull();
    expect(of({ accountOwner: ada })).toBe(ada);
    expect(of({ former: { owner: grace, isAccepted: true } })).toBe(grace);
    expect(of({ former: { owner: grace, isAccepted: false } })).toBeNull();
    expect(of({ accountOwner: ada, former: { owner: grace, isAccepted: true } })).toBe(ada);
  });

  it("compares plans as a whole", () => {
    expect(isSamePlan(signIn(ada), signIn({ ...ada, name: "Ada" }))).toBe(true);
    expect(isSamePlan(signIn(ada), signIn(grace))).toBe(false);
    expect(isSamePlan(signIn(ada), signIn(ada, { proof: "clean" }))).toBe(false);
    expect(isSamePlan(create(true), create(false))).toBe(false);
    expect(isSamePlan(create(true), create(true))).toBe(true);
    const of = (id: string): Plan => ({
      do: "create",
      emailVerified: true,
      provisional: { ...provisional, user: user(id) },
    });
    expect(isSamePlan(of("one"), of("one"))).toBe(true);
    expect(isSamePlan(of("one"), of("another"))).toBe(false);
    expect(isSamePlan(of("one"), create(true))).toBe(false);
    expect(isSamePlan(trust, trust)).toBe(true);
    expect(isSamePlan(trust, create(true))).toBe(false);
    expect(isSamePlan(refuse("session-changed"), refuse("email-of-another"))).toBe(false);
  });
});
