import { accountPage } from "latchkey/plugins/account-page";
import { changeEmail, type ChangeEmailOptions } from "latchkey/plugins/change-email";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import Nodemailer from "latchkey/providers/nodemailer";
import { memoryState } from "latchkey/state/memory";
import type { Browser } from "./client.js";
import {
  ada,
  adasForm,
  people,
  storedUser,
  world,
  type Strategy,
  type TestConfig,
} from "./config.js";
import type { Inbox, ReceivedMail } from "./inbox.js";

export const newAddress = "countess@example.org";

export interface ChangeEmailWorldOptions {
  readonly strategy?: Strategy;
  readonly plugin?: ChangeEmailOptions;
  /** `plugins` are added. */
  readonly overrides?: Partial<TestConfig>;
}

/** An application where Ada, whose address is proven, and Grace can change their addresses. */
export function changeEmailWorld(
  inbox: Pick<Inbox, "server">,
  { strategy = "database", plugin = {}, overrides = {} }: ChangeEmailWorldOptions = {},
) {
  const mailer = Nodemailer({ server: inbox.server, from: "Acme <no-reply@acme.test>" });
  const made = world("database", {
    session: { strategy },
    sharedState: memoryState(),
    providers: [people, mailer],
    ...overrides,
    plugins: [
      accountPage(),
      sessionRegistry({ within: 0 }),
      changeEmail(plugin),
      ...(overrides.plugins ?? []),
    ],
  });
  made.store.users.set(ada.id, { ...storedUser(ada), emailVerified: new Date(0) });
  const rows = (table: string) =>
    [...made.store.records.values()].filter((kept) => kept.table.name === table).length;
  return { ...made, rows, adas: async () => signedIn(made.browser()) };
}

async function signedIn(browser: Browser): Promise<Browser> {
  await browser.signIn(adasForm);
  return browser;
}

/** The route of a mail's link, below the base path. */
export const routeOf = ({ link }: Pick<ReceivedMail, "link">): string =>
  `${link.pathname}${link.search}`.replace("/auth/", "");

/** The page that a link opens, and its button. */
export async function openAndPress(browser: Browser, mail: ReceivedMail): Promise<Response> {
  const [route = "", query] = routeOf(mail).split("?");
  return browser.submit(route, Object.fromEntries(new URLSearchParams(query)));
}

/** Asks for the new address, and confirms it. */
export async function changeTo(
  browser: Browser,
  inbox: Inbox,
  email = newAddress,
): Promise<Response> {
  await browser.submit("change-email", { email });
  const mail = inbox.mails.findLast(({ recipients }) => recipients.includes(email));
  if (!mail) throw new Error(`No mail went to ${email}.`);
  return openAndPress(browser, mail);
}
