import { engineFor } from "../../src/doors/engine.js";
import { callsOf, type Freshness, type FreshOptions } from "../../src/core/engine/index.js";
import type { Browser } from "./client.js";
import type { TestConfig } from "./config.js";

/** What an application gets that wants a fresh proof of whoever uses this browser. */
export const askForProof = async (
  config: TestConfig,
  browser: Browser,
  options: FreshOptions = {},
): Promise<Freshness> =>
  (await callsOf(engineFor(config))).requireFresh(
    { headers: new Headers({ cookie: browser.cookieHeader() }), origin: browser.origin },
    { redirectTo: "/settings", ...options },
  );

/** The page that asks, as the browser opens it. */
export function openAsk(browser: Browser, answer: Freshness): Promise<Response> {
  if (answer.ok) throw new Error("Nothing is asked.");
  const routes = browser.url("");
  if (!answer.url.startsWith(routes)) throw new Error(`${answer.url} is no page of ours.`);
  return browser.get(answer.url.slice(routes.length));
}
