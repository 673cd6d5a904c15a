import Email from "latchkey/providers/email";
import type { NodemailerConfig } from "latchkey/providers/nodemailer";
import { MemoryAdapter, createMemoryStore } from "latchkey/adapters/memory";
import type { Browser } from "./client.js";
import { recorder, secret, type TestConfig } from "./config.js";
import { Browser as TestBrowser } from "./client.js";
import type { Inbox } from "./inbox.js";

/** An empty application that signs people in by email, and what is in its store. */
export function mailWorld(
  inbox: Pick<Inbox, "server">,
  provider: NodemailerConfig = {},
  overrides: Partial<TestConfig> = {},
) {
  const log = recorder();
  const store = createMemoryStore();
  const adapter = MemoryAdapter(store);
  const config: TestConfig = {
    providers: [Email({ server: inbox.server, from: "Acme <no-reply@acme.test>", ...provider })],
    secret,
    trustHost: true,
    logger: log.logger,
    adapter,
    ...overrides,
  };
  return { config, log, store, adapter, browser: () => new TestBrowser(config) };
}

/** Asks for a mail, as the sign-in page does. */
export function ask(browser: Browser, email: string, callbackUrl?: string): Promise<Response> {
  const target: Record<string, string> = callbackUrl === undefined ? {} : { callbackUrl };
  return browser.submit("signin/email", { email, ...target });
}

/** Opens the link of a mail. */
export function follow(
  browser: Browser,
  link: URL,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return browser.send(new Request(link, { headers }));
}

/** Presses the button of the page that asks first: posts its form as a browser would. */
export async function press(browser: Browser, page: Response): Promise<Response> {
  const fields = formFields(await page.text());
  return browser.post("callback/email", fields);
}

/** The hidden fields of the page's first form. */
export function formFields(html: string): Record<string, string> {
  const form = /<form[^]*?<\/form>/.exec(html)?.[0] ?? "";
  const inputs = [...form.matchAll(/<input\s[^>]*>/g)].map(([tag]) => tag);
  const pairs = inputs
    .filter((tag) => tag.includes('type="hidden"'))
    .map((tag): [string, string] => [attribute(tag, "name"), attribute(tag, "value")]);
  return Object.fromEntries(pairs);
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? "";
  return value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** A code that isn't this one. */
export function otherCode(code: string, step = 1): string {
  return String((Number(code) + step) % 1_000_000).padStart(6, "0");
}
