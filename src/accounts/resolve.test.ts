import { describe, expect, it } from "vitest";
import type { AdapterUser } from "../types/adapter.js";
import { idOf, resolve, type Facts, type Plan } from "./resolve.js";

const user = (id: string, verified = false): AdapterUser => ({
  id,
  email: `${id}@example.org`,
  emailVerified: verified ? new Date(0) : null,
});
const [ada, grace] = [user("ada"), user("grace")];
const proven = user("proven", true);

const nobody = {
  stored: true,
  signedIn: null,
  beganAs: null,
  accountOwner: null,
  emailOwner: null,
};
const as = (who: AdapterUser) => ({ signedIn: who, beganAs: who.id });

const signIn = (who: AdapterUser, then: { verifyEmail?: boolean; link?: boolean } = {}): Plan => ({
  do: "sign-in",
  user: who,
  verifyEmail: false,
  link: false,
  ...then,
});
const create = (emailVerified: boolean): Plan => ({ do: "create", emailVerified });
const refuse = (because: Extract<Plan, { do: "refuse" }>["because"]): Plan => ({
  do: "refuse",
  because,
});
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

  ["e-mail, first time", { trust: "email-owner" }, create(true)],
  ["e-mail, first time, signed in as another", { trust: "email-owner", ...as(ada) }, create(true)],
  [
    "e-mail of a known user who never proved it",
    { trust: "email-owner", emailOwner: ada },
    signIn(ada, { verifyEmail: true, link: true }),
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
    { do: "link", user: ada },
  ],
  [
    "OAuth, new, signed in, address of another user",
    { trust: "account-only", emailOwner: grace, ...as(ada) },
    { do: "link", user: ada },
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
    { trust: "linked-email", emailOwner: grace },
    signIn(grace, { link: true }),
  ],
  [
    "OAuth, new, linking allowed, nobody knows the address",
    { trust: "linked-email" },
    create(false),
  ],
  [
    "OAuth, linking allowed, but the session changed",
    { trust: "linked-email", emailOwner: grace, signedIn: null, beganAs: ada.id },
    refuse("session-changed"),
  ],
];

describe("the account decision table", () => {
  it.each(rows)("%s", (_, facts, plan) => {
    expect(resolve({ ...nobody, ...facts })).toEqual(plan);
  });

  it("compares users by their id as text, since some stores number them", () => {
    // @ts-expect-error the type says text; some adapters give the number of the row
    const numbered: AdapterUser = { ...user("7"), id: 7 };
    const facts = { ...nobody, trust: "account-only", accountOwner: numbered } as const;
    expect(resolve({ ...facts, signedIn: user("7"), beganAs: "7" })).toMatchObject({
      do: "sign-in",
    });
    expect([idOf(numbered), idOf(null)]).toEqual(["7", null]);
  });
});
