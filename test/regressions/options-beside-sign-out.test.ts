import { expect, it } from "vitest";
import { passkeyWorld } from "../support/authenticator-world.js";

it("options for a passkey are not refused for want of a proof when a sign-out comes in between", async () => {
  let signsOut = false;
  const { person } = passkeyWorld("database", {}, (adapter) => ({
    ...adapter,
    // Whoever is signed in is read, and signs out elsewhere before anything else is asked.
    async getSessionAndUser(token) {
      const found = await adapter.getSessionAndUser(token);
      if (signsOut) await adapter.deleteSession(token);
      return found;
    },
  }));
  const user = person();
  await user.register("ada@example.org");
  signsOut = true;
  const { status, action } = await user.options({ action: "register" });
  expect([status, action]).toEqual([200, "register"]);
});
