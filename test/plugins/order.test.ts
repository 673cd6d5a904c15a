import { readdir } from "node:fs/promises";
import { parseSetCookie } from "cookie";
import { definePlugin, redirectTo, type Plugin } from "latchkey/plugin";
import { describe, expect, it } from "vitest";
import { allPlugins } from "../support/all-plugins.js";
import type { Browser } from "../support/client.js";
import { adasForm, strategies, world, type Strategy } from "../support/config.js";

/** Plugins that want the same: only the order in which they are called decides. */
const rival = (name: string): Plugin =>
  definePlugin({
    name,
    create: () => ({
      session: { read: () => ({ by: name }) },
      signIn: { next: () => Promise.resolve(`https://app.test/${name}`) },
      signOut: () => Promise.resolve(() => Promise.resolve(redirectTo(`https://${name}.test/`))),
      account: () => Promise.resolve({ title: name, json: { name }, rows: [] }),
    }),
  });

const ours = allPlugins();
const all = [...ours, rival("a-rival"), rival("n-rival"), rival("z-rival")];

it("every plugin of the library is among them", async () => {
  const folders = await readdir(new URL("../../src/plugins", import.meta.url));
  expect(ours.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

/** Each plugin once at each place, both ways round, and every pair both ways. */
function orders(): readonly (readonly Plugin[])[] {
  const turned = all.map((_, at) => [...all.slice(at), ...all.slice(0, at)]);
  const mixed = all.map((_, at) =>
    all.toSorted((a, b) => place(a, at) - place(b, at) || (a.name < b.name ? 1 : -1)),
  );
  return [...turned, ...turned.map((order) => order.toReversed()), ...mixed];
}

const place = ({ name }: Plugin, at: number): number =>
  (name.charCodeAt(at % name.length) * 7) % 11;

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly cookies: readonly string[];
  readonly text: string;
}

async function answerOf(response: Response): Promise<Answer> {
  const lines = response.headers.getSetCookie().map((line) => parseSetCookie(line).name);
  return {
    status: response.status,
    location: (response.headers.get("location") ?? "").replaceAll(/[\w-]{24,}/g, "…"),
    cookies: lines.toSorted(),
    text: masked(await response.text()),
  };
}

/** Without what is random, or the time: tokens, the picture and the text of a secret, ids, dates. */
const masked = (text: string): string =>
  text
    .replaceAll(/<svg.*?<\/svg>/gs, "<svg>")
    .replaceAll(/\b[A-Z2-7]{4}(?: [A-Z2-7]{4})+\b/g, "…")
    .replaceAll(/[\w+/=.%-]{20,}/g, "…")
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?|\b1[789]\d{8}(?:\d{3})?\b|[\d:]+ [AP]M/g, "…");

type Step = readonly [name: string, send: (browser: Browser) => Promise<Response>];

const steps: readonly Step[] = [
  ["providers", (browser) => browser.get("providers")],
  ["the sign-in page", (browser) => browser.get("signin")],
  ["a wrong password", (browser) => browser.signIn({ ...adasForm, password: "wrong" })],
  ["no session", (browser) => browser.get("session")],
  ["the account page, signed out", (browser) => browser.get("account")],
  ["signing in", (browser) => browser.signIn({ ...adasForm, callbackUrl: "/inside" })],
  ["the session", (browser) => browser.get("session")],
  ["the account page", (browser) => browser.get("account")],
  ["setting a second factor up", (browser) => browser.get("second-step/set-up")],
  ["a form without a token", (browser) => browser.post("account/end-others")],
  ["ending other sessions", (browser) => browser.submit("account/end-others")],
  ["back-channel logout", (browser) => browser.post("backchannel-logout/github")],
  ["the sign-out page", (browser) => browser.get("signout")],
  ["signing out", (browser) => browser.signOut()],
];

async function answers(strategy: Strategy, plugins: readonly Plugin[]) {
  const { browser } = world("database", { session: { strategy }, plugins });
  const tab = browser();
  const found: [string, Answer][] = [];
  for (const [name, send] of steps) found.push([name, await answerOf(await send(tab))]);
  return found;
}

describe.each(strategies)("the order of all plugins, with %s sessions", (strategy) => {
  it("makes no difference to any answer", { timeout: 60_000 }, async () => {
    const expected = await answers(strategy, all);
    expect(expected.filter(([, { status }]) => status >= 500)).toEqual([]);
    for (const order of orders()) {
      const found = await answers(strategy, order);
      expect(found, order.map(({ name }) => name).join()).toEqual(expected);
    }
  });
});
