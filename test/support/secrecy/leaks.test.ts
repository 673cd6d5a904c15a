import { afterEach, beforeEach, expect, it } from "vitest";
import { adasForm, password, world } from "../config.js";
import { leaks } from "./leaks.js";
import { secrets } from "./secrets.js";
import { forgetTold, noteLine, told } from "./told.js";

beforeEach(() => {
  told.on = true;
});
afterEach(() => {
  told.on = false;
  forgetTold();
  secrets.clear();
});

async function signedIn() {
  const { browser, config } = world("jwt");
  const ours = browser();
  await ours.signIn(adasForm);
  await ours.signIn({ ...adasForm, password: "wrong" });
  return { token: ours.sessionToken() ?? "", secret: String(config.secret) };
}

it("sees what is told of a sign-in, what is secret about it, and that they have nothing in common", async () => {
  const { token, secret } = await signedIn();
  expect(told.events.map(({ type }) => type)).toContain("sign-in.succeeded");
  expect(told.lines.join("\n")).toContain("CredentialsSignin");
  for (const value of [token, secret, password]) expect(secrets.has(value)).toBe(true);
  expect(leaks()).toEqual([]);
});

it("finds each of them, whole or in part, wherever it is told", async () => {
  const { token, secret } = await signedIn();
  const [, , , part = ""] = token.split(".");
  const [event] = told.events;
  if (event) told.events.push({ ...event, provider: `x?state=${token}` });
  if (event) told.events.push({ ...event, personal: { userAgent: password } });
  noteLine("warn", new Error("outer", { cause: { deep: [{ err: new Error(part) }] } }));
  told.spans.push(`{"url.full":"https://op.test/?a=${secret}"}`);
  expect(leaks()).toEqual([
    expect.stringMatching(/^log line with a cookie/),
    expect.stringMatching(/^event with a cookie/),
    expect.stringMatching(/^personal data of an event with a password/),
    expect.stringMatching(/^span with a secret/),
  ]);
});

it("finds addresses of people outside of what is marked as personal", async () => {
  await signedIn();
  noteLine("error", "No user ada@example.org", { ip: "192.0.2.7" });
  noteLine("error", "Use an address such as ada@example.com, or http://192.0.2.7/auth.");
  expect(leaks()).toEqual([expect.stringContaining("with ada@example.org")]);
});
