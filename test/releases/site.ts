import type { Adapter } from "latchkey/adapters";
import { accountPage } from "latchkey/plugins/account-page";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { twoFactor } from "latchkey/plugins/two-factor";
import Email from "latchkey/providers/email";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import { Browser, textMember } from "../support/client.js";
import { recorder, type Strategy, type TestConfig } from "../support/config.js";
import type { Inbox } from "../support/inbox.js";
import { oidc } from "../support/oauth/journey.js";
import type { RogueProvider } from "../support/oauth/rogue.js";

/** What the sites of one test file share. */
export interface Around {
  readonly inbox: Inbox;
  readonly rogue: RogueProvider;
}

export interface Site extends Around {
  readonly config: TestConfig;
  browser(): Browser;
}

/** The same in every release: cookies and rows are read with it for good. */
const secret = "the secret of a site that is older than this release";

export const plugins = () => [accountPage(), sessionRegistry({ within: 0 }), twoFactor()];
export const declared = () => ({ providers: [Password(), Passkey()], plugins: plugins() });

/** A site with every way to sign in, as it was and as it is after an upgrade. */
export function siteOn(adapter: Adapter, strategy: Strategy, around: Around): Site {
  const mailer = { server: around.inbox.server, from: "Acme <no-reply@acme.test>" };
  const config: TestConfig = {
    providers: [
      Email(mailer),
      Password({ email: Nodemailer({ ...mailer, id: "mailer" }) }),
      oidc(around.rogue),
      Passkey(),
    ],
    secret,
    trustHost: true,
    adapter,
    logger: recorder().logger,
    session: { strategy },
    experimental: { enableWebAuthn: true },
    plugins: plugins(),
  };
  return { ...around, config, browser: () => new Browser(config) };
}

/** The address of whoever is signed in; null for nobody. */
export async function who(browser: Browser): Promise<string | null> {
  const session: unknown = await browser.session();
  if (typeof session !== "object" || session === null) return null;
  return textMember(Reflect.get(session, "user"), "email");
}
