import { createHmac } from "node:crypto";
import type { MemoryStore } from "latchkey/adapters/memory";
import { twoFactor, type TwoFactorOptions } from "latchkey/plugins/two-factor";
import { Browser, location, textMember } from "./client.js";
import { ada, adasForm, gracesForm, world, type Strategy, type TestConfig } from "./config.js";

export const home = "https://app.test";
export const askPage = `${home}/auth/second-step`;
/** What programs send, to be answered in JSON. */
export const program = { headers: { "x-auth-return-redirect": "1" } };

export interface SecondStepWorldOptions {
  readonly strategy?: Strategy;
  /** False for none. */
  readonly secondStep?: TwoFactorOptions | false;
  /** `plugins` are added. */
  readonly overrides?: Partial<TestConfig>;
}

/** An application where Ada and Grace sign in with a password of the application's, and may have a second step. */
export function secondStepWorld(options: SecondStepWorldOptions = {}) {
  const { strategy = "database", secondStep = {}, overrides = {} } = options;
  const { config, log, store, adapter } = world("database", {
    session: { strategy },
    ...overrides,
    plugins: [...(secondStep ? [twoFactor(secondStep)] : []), ...(overrides.plugins ?? [])],
  });
  const secondSteps = stepsIn(store);
  return { config, log, store, secondSteps, adapter, browser: () => new Browser(config) };
}

/** The rows of the plugin, by user. */
export function stepsIn({ records }: Pick<MemoryStore, "records">) {
  const rows = () =>
    Array.from(records, ([key, kept]) => ({ key, ...kept })).filter(
      ({ table }) => table.name === "two_factor",
    );
  const find = (userId: string) => rows().find(({ row }) => row["userId"] === userId);
  return {
    get size() {
      return rows().length;
    },
    get: (userId: string) => find(userId)?.row["data"],
    values: () => rows().map(({ row }) => String(row["data"])),
    set(userId: string, data: string) {
      const found = find(userId);
      if (!found) throw new Error(`User ${userId} has no second factor.`);
      records.set(found.key, { table: found.table, row: { ...found.row, data } });
    },
  };
}

/** The code of an app (RFC 6238), made by other code than the library's. */
export function codeOf(secret: string, now = Date.now()): string {
  const bits = [...secret]
    .map((sign) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(sign).toString(2).padStart(5, "0"))
    .join("");
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)));
  const mac = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The code that is valid after those of now. */
export const nextCodeOf = (secret: string, now = Date.now()): string =>
  codeOf(secret, now + 30_000);

/** A code that is none of those around now. */
export function wrongCodeOf(secret: string, now = Date.now()): string {
  const near = [-60_000, -30_000, 0, 30_000, 60_000].map((shift) => codeOf(secret, now + shift));
  const wrong = ["000000", "111111", "222222", "333333", "444444", "555555"];
  return wrong.find((code) => !near.includes(code)) ?? "";
}

/** What somebody has who turned the second step on. */
export interface Phone {
  readonly secret: string;
  readonly codes: readonly string[];
  /** Where the set-up led. */
  readonly url: string;
}

/** Turns the second step on, as whoever may do so in this browser. */
export async function turnOn(
  browser: Browser,
  more: Readonly<Record<string, string>> = {},
): Promise<Phone> {
  const asking = { headers: { ...program.headers, ...more } };
  const asked: unknown = await (await browser.get("second-step/set-up", asking)).json();
  const secret = textMember(asked, "secret");
  const form = { setUp: textMember(asked, "setUp"), code: codeOf(secret) };
  const made: unknown = await (await browser.submit("second-step/set-up", form, asking)).json();
  return { secret, codes: textsIn(made, "codes"), url: textMember(made, "url") };
}

function textsIn(value: unknown, name: string): string[] {
  const list: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  if (!Array.isArray(list)) throw new Error(`There is no list "${name}".`);
  return list.map(String);
}

/** Signs Ada in and turns her second step on; the browser is hers and signed in. */
export async function withPhone(
  made: { browser(): Browser },
  form: Readonly<Record<string, string>> = adasForm,
): Promise<Phone & { readonly browser: Browser }> {
  const browser = made.browser();
  await browser.signIn(form);
  return { browser, ...(await turnOn(browser)) };
}

/** Takes the first step; fails when that alone signs in. */
export async function firstStep(
  browser: Browser,
  form: Readonly<Record<string, string>> = adasForm,
): Promise<void> {
  const target = location(await browser.signIn(form));
  if (target !== askPage || browser.sessionToken() !== undefined) {
    throw new Error(`The first step led to ${target}.`);
  }
}

export function secondStep(
  browser: Browser,
  code: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return browser.submit("second-step", { code, ...more });
}

/** The name of who is signed in; null for nobody. */
export async function who(browser: Browser): Promise<string | null> {
  const session: unknown = await browser.session();
  if (typeof session !== "object" || session === null) return null;
  const user: unknown = Reflect.get(session, "user");
  return textMember(user, "name");
}

export { ada, adasForm, gracesForm };
