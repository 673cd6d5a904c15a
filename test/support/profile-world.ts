import { accountPage, type AccountPageOptions } from "latchkey/plugins/account-page";
import { apiKeys } from "latchkey/plugins/api-keys";
import { audit } from "latchkey/plugins/audit";
import { changeEmail } from "latchkey/plugins/change-email";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import { twoFactor } from "latchkey/plugins/two-factor";
import Nodemailer from "latchkey/providers/nodemailer";
import { memoryState } from "latchkey/state/memory";
import { captureMail } from "latchkey/testing";
import { adasForm, people, world, type Strategy } from "./config.js";

/** What programs send, to be answered in JSON. */
export const asProgram = { headers: { accept: "application/json" } };

/** An application where users edit their profile, and download what is stored about them. */
export function profileWorld(
  strategy: Strategy,
  profile: AccountPageOptions["profile"] | null = {},
) {
  const [types, updated]: [string[], unknown[]] = [[], []];
  const mail = captureMail();
  const mailer = mail.from(Nodemailer({ server: "smtp://127.0.0.1:9" }));
  const made = world("database", {
    session: { strategy },
    sharedState: memoryState(),
    providers: [people, mailer],
    plugins: [
      accountPage(profile ? { profile } : {}),
      sessionRegistry({ within: 0 }),
      twoFactor(),
      changeEmail(),
      apiKeys({ scopes: { "posts:read": "Read your posts" } }),
      audit(({ type }) => void types.push(type)),
    ],
    events: { updateUser: ({ user }) => void updated.push(user.name) },
  });
  return { ...made, types, updated };
}

/** A browser where Ada is signed in. */
export async function adas(shop: ReturnType<typeof profileWorld>) {
  const browser = shop.browser();
  await browser.signIn(adasForm);
  shop.types.length = 0;
  return browser;
}
