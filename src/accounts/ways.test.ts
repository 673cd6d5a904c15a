import { describe, expect, it } from "vitest";
import { inert } from "../../test/support/sign-in-world.js";
import type { Flow } from "../flows/flow.js";
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from "../types/adapter.js";
import { describeWays, type Stored } from "./ways.js";

const user: AdapterUser = { id: "1", email: "ada@example.org", emailVerified: null };
const flow = (id: string, more: Partial<Flow> = {}): Flow => ({ ...inert, id, name: id, ...more });
const github = flow("github", { begin: () => Promise.reject(new Error("not begun here")) });
const mail = flow("mail", { type: "email" });
const passkey = flow("passkey", { type: "webauthn" });
const password = flow("password", {
  type: "credentials",
  acts: { forgot: { submit: () => Promise.reject(new Error("not sent here")) } },
});
const own = flow("own", { type: "credentials" });

const account = (provider: string, id: string, type: AdapterAccount["type"]): AdapterAccount => ({
  ...{ provider, type },
  providerAccountId: id,
  userId: "1",
});
const atGithub = account("github", "g1", "oauth");
const key = (id: string): AdapterAuthenticator => ({
  userId: "1",
  providerAccountId: id,
  credentialID: id,
  credentialPublicKey: "",
  counter: 0,
  credentialDeviceType: "multiDevice",
  credentialBackedUp: true,
  transports: "internal,hybrid",
});
const nothing: Stored = { user, accounts: [], authenticators: null, hasPassword: null };

/** Which of the ways can be removed. */
function removable(flows: readonly Flow[], stored: Partial<Stored>): string[] {
  const { accounts, passkeys } = describeWays(flows, { ...nothing, ...stored });
  return [
    ...(accounts ?? []).filter((one) => one.removable).map((one) => one.provider),
    ...(passkeys ?? []).filter((one) => one.removable).map((one) => one.id),
  ];
}

const linkedKey = account("passkey", "k1", "webauthn");

describe("which way to sign in can be removed", () => {
  const rows: readonly [string, readonly Flow[], Partial<Stored>, string[]][] = [
    ["the only account", [github], { accounts: [atGithub] }, []],
    [
      "one of two at a provider",
      [github],
      { accounts: [atGithub, account("github", "g2", "oauth")] },
      ["github", "github"],
    ],
    ["an account beside the e-mail link", [github, mail], { accounts: [atGithub] }, ["github"]],
    [
      "the same without an address",
      [github, mail],
      { user: { ...user, email: "" }, accounts: [atGithub] },
      [],
    ],
    [
      "an account beside a password",
      [github, password],
      { accounts: [atGithub], hasPassword: true, user: { ...user, email: "" } },
      ["github"],
    ],
    [
      "an account where a password can be asked for by mail",
      [github, password],
      { accounts: [atGithub], hasPassword: false },
      ["github"],
    ],
    [
      "an account beside credentials of the application, of which nothing is known",
      [github, own],
      { accounts: [atGithub] },
      [],
    ],
    [
      "an account at a provider that is not offered any more",
      [mail],
      { accounts: [atGithub] },
      ["github"],
    ],
    ["the same where it is all there is", [], { accounts: [atGithub] }, []],
    [
      "an account beside one that is not offered any more",
      [github],
      { accounts: [atGithub, account("old", "o1", "oidc")] },
      ["old"],
    ],
    ["the only passkey", [passkey], { accounts: [linkedKey], authenticators: [key("k1")] }, []],
    [
      "a passkey beside an account",
      [github, passkey],
      { accounts: [atGithub, linkedKey], authenticators: [key("k1")] },
      ["github", "k1"],
    ],
    [
      "an account beside a passkey that was taken away",
      [github, passkey],
      { accounts: [atGithub], authenticators: [key("k1")] },
      [],
    ],
  ];
  it.each(rows)("%s", (_, flows, stored, expected) => {
    expect(removable(flows, stored)).toEqual(expected);
  });

  it("nothing where the adapter does not tell what there is", () => {
    const ways = describeWays([github, mail], { ...nothing, accounts: null });
    expect(ways).toMatchObject({ accounts: null, passkeys: null, mail: true });
  });

  it("accounts of e-mail links are the link, and only what can be begun is offered", () => {
    const accounts = [atGithub, account("mail", "ada@example.org", "email")];
    const ways = describeWays([github, mail, passkey, own], { ...nothing, accounts });
    expect(ways.accounts).toHaveLength(1);
    expect(ways.offers).toEqual([{ provider: "github", name: "github" }]);
  });
});
