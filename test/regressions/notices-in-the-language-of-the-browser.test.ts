import { twoFactor } from "latchkey/plugins/two-factor";
import { german, type Language } from "latchkey/languages";
import { describe, expect, it } from "vitest";
import { strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { another, password, passwordWorld, signUp } from "../support/password-world.js";
import { turnOn } from "../support/second-step-world.js";

const inbox = await openInbox();
const headers = { "accept-language": "de-AT,de;q=0.9,en;q=0.5" };

/** The subjects of the mails since the last look, each in a document of the language. */
function subjects(lang: string): (string | undefined)[] {
  return inbox.mails.splice(0).map(({ parsed }) => {
    expect(parsed.html).toContain(`<html lang="${lang}"`);
    return parsed.subject;
  });
}

async function changeEverything(strategy: (typeof strategies)[number], own: readonly Language[]) {
  const overrides = { plugins: [twoFactor()], languages: own };
  const visitor = passwordWorld(inbox, { strategy, overrides }).browser();
  await signUp(visitor, inbox);
  inbox.mails.splice(0);
  await visitor.submit("password/change", { current: password, password: another }, { headers });
  await turnOn(visitor, headers);
  await turnOn(visitor, headers);
  await visitor.submit("second-step/codes", {}, { headers });
  await visitor.submit("second-step/off", {}, { headers });
}

describe.each(strategies)("a German browser, %s sessions", (strategy) => {
  it("changes a password and a second factor, and every notice is in German", async () => {
    await changeEverything(strategy, [german]);
    const { password: ofPasswords, "two-factor": ofFactors } = german;
    const { on, replaced, codes, off } = ofFactors.notices;
    expect(subjects("de")).toEqual(
      [ofPasswords.notices.changed, on, replaced, codes, off].map(({ subject }) =>
        subject("app.test"),
      ),
    );
  });

  it("gets notices in English that its language lacks", async () => {
    const notices = { codes: german["two-factor"].notices.codes };
    await changeEverything(strategy, [{ tag: "de", "two-factor": { notices } }]);
    const [changed, , , codes] = subjects("de");
    expect(changed).toBe("Your password for app.test was changed");
    expect(codes).toBe("Sie haben neue Wiederherstellungscodes für app.test");
  });
});
