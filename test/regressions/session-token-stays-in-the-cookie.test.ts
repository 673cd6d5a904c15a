import { expect, it } from "vitest";
import { adasForm, world } from "../support/config.js";
import { Browser } from "../support/client.js";

it("decision 33: a callback that returns the stored session whole does not tell its key", async () => {
  const { config } = world("database", { callbacks: { session: ({ session }) => session } });
  const browser = new Browser(config);
  await browser.signIn(adasForm);
  const response = await browser.get("session");
  const text = await response.text();
  const token = browser.sessionToken() ?? "none";
  expect(token).toMatch(/^[0-9a-f-]{36}$/);
  expect(text).toContain("userId");
  expect(text).not.toContain(token);
});
