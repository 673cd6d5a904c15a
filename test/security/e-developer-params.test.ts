import { FullstackAuth } from "latchkey/next";
import { describe, expect, it } from "vitest";
import { engineFor } from "../../src/doors/engine.js";
import { callsOf } from "../../src/core/engine/index.js";
import { world } from "../support/config.js";
import { oauth } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const reserved = [
  ...["redirect_uri", "client_id", "response_type", "response_mode", "state", "nonce"],
  ...["code_challenge", "code_challenge_method", "request", "request_uri"],
];

describe("authorization parameters that the developer passes to signIn()", () => {
  it.each(reserved)("E11 %s throws when it is called", async (name) => {
    const { signIn } = FullstackAuth(world("jwt").config);
    const call = signIn("rogue", { redirect: false }, { [name]: "mine" });
    await expect(call).rejects.toThrow(name);
  });

  it("E11 anything else is passed on", async () => {
    const rogue = await RogueProvider.start();
    try {
      const { config } = world("database", { providers: [oauth(rogue)] });
      const caller = { headers: new Headers(), origin: "https://app.test" };
      const params = new URLSearchParams({ prompt: "login", login_hint: "pat", audience: "api" });
      const call = { provider: "rogue", fields: {}, params };
      const { value } = await (await callsOf(engineFor(config))).signIn(caller, call);
      expect(Object.fromEntries(new URL(value).searchParams)).toMatchObject(
        Object.fromEntries(params),
      );
    } finally {
      await rogue.stop();
    }
  });
});
