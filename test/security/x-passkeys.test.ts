import Passkey from "latchkey/providers/passkey";
import { describe, expect, it } from "vitest";
import { newMaker } from "../support/attestation-maker.js";
import { passkeyWorld } from "../support/authenticator-world.js";
import { location, sessionCookiesSet } from "../support/client.js";
import { strategies } from "../support/config.js";

const ada = "ada@example.org";
const refused = "https://app.test/auth/error?error=WebAuthnVerificationError";

describe.each(strategies)("what a passkey says of itself, strategy %s", (strategy) => {
  it.each([true, false])(
    "X11 a passkey that could be copied (%j) and now says otherwise is refused",
    async (before) => {
      const { person, store } = passkeyWorld(strategy);
      const user = person();
      await user.register(ada, { backupEligible: before });
      await user.signOut();
      const [row] = store.authenticators.values();
      expect(row?.credentialDeviceType).toBe(before ? "multiDevice" : "singleDevice");
      const response = await user.authenticate({}, { backupEligible: !before });
      expect(location(response)).toBe(refused);
      expect(sessionCookiesSet(response)).toEqual([]);
      await user.authenticate({}, { backupEligible: before });
      expect(await user.who()).toBe(ada);
    },
  );

  it("X11 a row of other software that does not tell is not held against its owner", async () => {
    const { person, store } = passkeyWorld(strategy);
    const user = person();
    await user.register(ada);
    await user.signOut();
    for (const [id, row] of store.authenticators) {
      store.authenticators.set(id, { ...row, credentialDeviceType: "platform" });
    }
    await user.authenticate({}, { backupEligible: true });
    expect(await user.who()).toBe(ada);
  });
});

describe("attestation that was asked for", () => {
  const known = newMaker();
  const asking = (attestationRoots?: readonly string[]) =>
    passkeyWorld("database", {
      providers: [
        Passkey({ registrationOptions: { attestationType: "direct" }, attestationRoots }),
      ],
    });

  it("X12 is accepted when it leads to a configured root", async () => {
    const { person, store } = asking([newMaker().root, known.root]);
    expect(location(await person().register(ada, { attestation: known }))).toBe("https://app.test");
    expect(store.authenticators.size).toBe(1);
  });

  it.each([
    ["nothing is said", undefined],
    ["the authenticator vouches for itself", "self"],
    ["its maker is unknown", newMaker()],
    [
      "its maker's certificate is shown and another key signed",
      { ...newMaker(), certificates: known.certificates },
    ],
  ] as const)("X12 is refused when %s", async (_, attestation) => {
    const { person, store } = asking([known.root]);
    const response = await person().register(ada, attestation && { attestation });
    expect(location(response)).toBe(refused);
    expect([store.users.size, store.authenticators.size]).toEqual([0, 0]);
  });

  it("X12 is refused when no root is configured at all, and the log says what to set", async () => {
    const { person, store, log } = asking();
    expect(location(await person().register(ada, { attestation: known }))).toBe(refused);
    expect(store.authenticators.size).toBe(0);
    expect(log.errors("WebAuthnVerificationError")[0]?.message).toMatch(/Set `attestationRoots`/);
  });

  it("X12 roots of one configuration are not those of another", async () => {
    await asking([known.root]).person().register(ada, { attestation: known });
    const { person, store } = asking([newMaker().root]);
    expect(location(await person().register(ada, { attestation: known }))).toBe(refused);
    expect(store.authenticators.size).toBe(0);
  });

  it("X12 whoever does not ask gets what comes", async () => {
    const { person, store } = passkeyWorld("jwt");
    await person().register(ada, { attestation: newMaker() });
    expect(store.authenticators.size).toBe(1);
  });
});
