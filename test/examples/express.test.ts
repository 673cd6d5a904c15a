import { signInAs } from "latchkey/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { createApp } from "../../examples/express/app.js";
import { authConfig } from "../../examples/express/auth.js";
import { openParts } from "../../examples/express/parts.js";
import { secret, strategies } from "../support/config.js";
import { serve } from "../support/express-host.js";

describe.each(strategies)("the demo with %s sessions", (strategy) => {
  it("shows its protected page to whom the test kit has signed in", async () => {
    const parts = await openParts("memory:");
    onTestFinished(() => parts.close());
    const options = { ...parts, secret, strategy };
    const origin = await serve(createApp(options));
    const person = { name: "Grace", email: "grace@example.com" };
    const { headers } = await signInAs(authConfig(options), person, { origin });
    const shown = await fetch(`${origin}/protected`, { headers, redirect: "manual" });
    expect(shown.status).toBe(200);
    expect(await shown.text()).toContain("Grace");
    const refused = await fetch(`${origin}/protected`, { redirect: "manual" });
    expect(refused.headers.get("location")).toContain("/auth/signin");
  });
});
