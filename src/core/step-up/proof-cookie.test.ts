import { describe, expect, it } from "vitest";
import { plugins, withoutPlugins } from "../../../test/support/plugins.js";
import { inert, now, proof } from "../../../test/support/sign-in-world.js";
import { CookieJar } from "../cookies/jar.js";
import { cookieSet } from "../cookies/names.js";
import { createKeyRing } from "../crypto/keys.js";
import {
  assertFresh,
  isStepUpRequested,
  noteProof,
  type ProofCookieContext,
} from "./proof-cookie.js";
import { readProof } from "./proof.js";

const cookies = cookieSet(true, {});
const keys = createKeyRing(["a secret of proofs"]);
const { name: proveName } = cookies.prove;
const { name: proofName } = cookies.proof;

const contextOf = (more: Partial<ProofCookieContext> = {}, header = ""): ProofCookieContext => ({
  ...{ jar: new CookieJar(header), cookies, keys, now },
  callbackUrl: "https://app.test/in",
  flows: new Map([["idp", inert]]),
  isFresh: () => Promise.resolve(false),
  ...withoutPlugins,
  ...more,
});
const keeping = { plugins: plugins({ keepsProofs: true }) };
const asking = new Map([["idp", { ...inert, asksForFreshProof: true }]]);

describe("that somebody has proven who they are", () => {
  const by = { provider: "idp", ask: null, bothFactors: false };
  /** The proof that is kept of somebody who signs in, as the next request finds it. */
  async function kept(
    more: Partial<ProofCookieContext>,
    proven: Parameters<typeof noteProof>[2] = by,
  ) {
    const context = contextOf(more);
    await noteProof(context, "1", proven);
    const set = context.jar.changes().find(({ name }) => name === proofName);
    const jar = new CookieJar(`${proofName}=${set?.value ?? ""}`);
    return readProof({ jar, cookie: cookies.proof, keys, now }, "1");
  }

  it.each<[string, Partial<ProofCookieContext>]>([
    ["a plugin asks for it", keeping],
    ["a flow asks for it", { flows: asking }],
  ])("is kept where %s", async (_, more) => {
    expect(await kept(more)).toMatchObject({ userId: "1", provider: "idp", at: now });
  });

  it("is kept where they were asked for it", async () => {
    const ask = { userId: "1", within: 60 };
    expect(await kept({}, { ...by, ask })).toMatchObject({ provider: "idp" });
    expect(await kept(keeping, { ...by, inKnownBrowser: true })).toMatchObject({
      inKnownBrowser: true,
    });
  });

  it("is not kept where nobody ever asks, or nobody was signed in", async () => {
    expect(await kept({})).toBeNull();
    const context = contextOf(keeping);
    await noteProof(context, null, by);
    expect(context.jar.changes()).toEqual([]);
  });

  it("ends the question", async () => {
    const context = contextOf({}, `${proveName}=x`);
    expect(isStepUpRequested(context)).toBe(true);
    expect(isStepUpRequested(contextOf())).toBe(false);
    await noteProof(context, null, by);
    expect(context.jar.changes()).toMatchObject([{ name: proveName, value: "" }]);
  });
});

describe("a further way to sign in", () => {
  it("is linked where nobody ever asks for a proof, or it is fresh", async () => {
    const asked: unknown[] = [];
    const isFresh = (...given: unknown[]) => {
      asked.push(given);
      return Promise.resolve(true);
    };
    await assertFresh(contextOf(), "1", proof("account-only"));
    await assertFresh(contextOf({ isFresh }), "1", proof("account-only"));
    expect(asked).toEqual([]);
    const context = contextOf({ isFresh, ...keeping });
    await assertFresh(context, "1", proof("account-only", { beganAt: 5 }));
    expect(asked).toEqual([["1", { moment: 5 }]]);
    expect(context.jar.changes()).toEqual([]);
  });

  it("is refused otherwise, and where they wanted to go is kept", async () => {
    for (const [callbackUrl, kept] of [
      [undefined, "https://app.test/in"],
      ["https://app.test/there", "https://app.test/there"],
    ] as const) {
      const context = contextOf({ flows: asking });
      const verified = proof("account-only", callbackUrl === undefined ? {} : { callbackUrl });
      const message: unknown = expect.stringContaining("within the last ten minutes");
      await expect(assertFresh(context, "1", verified)).rejects.toMatchObject({
        ...{ type: "FreshSignInRequired", message, cause: { provider: "idp" } },
      });
      expect(context.jar.changes()).toMatchObject([
        { name: cookies.callbackUrl.name, value: kept },
      ]);
    }
  });
});
