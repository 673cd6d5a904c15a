import { createHmac, hkdfSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { authenticate, authenticateWithAll, equalText, isAuthentic } from "./hash.js";
import { createKeyRing } from "./keys.js";

const twoSecrets = () => createKeyRing(["new", "old"]);
const text = "ein Text";

describe("message authentication", () => {
  it("is HMAC-SHA-256 with a key derived for the purpose", async () => {
    const info = "latchkey message authentication (csrf)";
    const key = Buffer.from(hkdfSync("sha256", "new", "csrf", info, 32));
    expect(await authenticate(twoSecrets(), "csrf", text)).toBe(
      createHmac("sha256", key).update(text).digest("hex"),
    );
  });

  it("accepts the code of any secret, and of no other purpose or text", async () => {
    const macs = await authenticateWithAll(twoSecrets(), "csrf", text);
    expect(macs).toHaveLength(2);
    for (const mac of macs) {
      expect(await isAuthentic(twoSecrets(), "csrf", { text, mac })).toBe(true);
      expect(await isAuthentic(twoSecrets(), "email", { text, mac })).toBe(false);
      expect(await isAuthentic(twoSecrets(), "csrf", { text: `${text}!`, mac })).toBe(false);
      expect(await isAuthentic(twoSecrets(), "csrf", { text, mac: mac.slice(1) })).toBe(false);
      expect(await isAuthentic(twoSecrets(), "csrf", { text, mac: "" })).toBe(false);
    }
  });

  it("needs a secret", async () => {
    await expect(authenticate(createKeyRing([]), "csrf", text)).rejects.toThrow(
      "no secret is configured",
    );
  });

  it("compares texts of any length", () => {
    expect(equalText(twoSecrets(), "ä", "ä")).toBe(true);
    expect(equalText(twoSecrets(), "ä", "a")).toBe(false);
    expect(equalText(twoSecrets(), "a", "aa")).toBe(false);
  });

  it("derives each key once", async () => {
    const keys = twoSecrets();
    expect(await keys.macKeys("csrf")).toBe(await keys.macKeys("csrf"));
    expect(await keys.tokenKeys("a")).toBe(await keys.tokenKeys("a"));
    expect(keys.knownTokenKeys("never asked")).toBeUndefined();
  });
});
