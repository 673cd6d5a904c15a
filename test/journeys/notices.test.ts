import { twoFactor } from "latchkey/plugins/two-factor";
import Nodemailer from "latchkey/providers/nodemailer";
import type { SendNoticeParams } from "latchkey/providers";
import { describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { strategies } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import {
  another,
  email,
  password,
  passwordWorld,
  signIn,
  signUp,
} from "../support/password-world.js";
import { secondStepWorld, turnOn, withPhone } from "../support/second-step-world.js";

const inbox = await openInbox();

/** The subjects of the mails since the last look. */
const subjects = () => inbox.mails.splice(0).map(({ parsed }) => parsed.subject);

/** A provider that sends all mails but these, which it remembers. */
function teller(answer: () => void = () => undefined) {
  const told: SendNoticeParams[] = [];
  const sendNotice = (params: SendNoticeParams): void => {
    told.push(params);
    answer();
  };
  const mailer = Nodemailer({ server: inbox.server, from: "no-reply@acme.test" });
  return { told, provider: { ...mailer, sendNotice } };
}

describe.each(strategies)("mails that tell the owner what was changed, %s sessions", (strategy) => {
  it("come for another password and for each change of the second step, and for nothing else", async () => {
    const app = passwordWorld(inbox, { strategy, overrides: { plugins: [twoFactor()] } });
    const ours = app.browser();
    await signUp(ours, inbox);
    expect(subjects()).toEqual(["Confirm your address for app.test"]);
    await ours.submit("password/change", { current: "not it at all, no", password: another });
    expect(subjects()).toEqual([]);

    await ours.submit("password/change", { current: password, password: another });
    const [mail] = inbox.mails;
    expect(mail?.recipients).toEqual([email]);
    expect(mail?.parsed.text).toContain("https://app.test/auth/signin");
    expect(mail?.parsed.text).not.toMatch(/\d{6}/);
    for (const text of [mail?.parsed.text, mail?.parsed.html]) {
      expect(text).not.toMatch(new RegExp(`${password}|${another}|token=`));
    }
    expect(subjects()).toEqual(["Your password for app.test was changed"]);

    await turnOn(ours);
    expect(subjects()).toEqual(["Two-factor authentication is on at app.test"]);
    await turnOn(ours);
    await ours.submit("second-step/codes", {});
    await ours.submit("second-step/off", {});
    const [replaced, codes, off, ...rest] = subjects();
    expect(new Set([replaced, codes, off]).size).toBe(3);
    for (const subject of [replaced, codes, off]) expect(subject).toContain("app.test");
    expect(rest).toEqual([]);
    expect(app.log.codes("error")).toEqual([]);
  });

  it("go through sendNotice of the application, which learns nothing that was typed in", async () => {
    const { told, provider } = teller();
    const { config } = secondStepWorld({ strategy });
    const providers = [...config.providers, provider];
    const { adapter, browser } = secondStepWorld({ strategy, overrides: { providers } });
    const { browser: ours } = await withPhone({ browser });
    // Nobody has proven that the address is theirs.
    expect(told).toEqual([]);
    await adapter.updateUser({ id: "1", emailVerified: new Date() });
    await ours.submit("second-step/codes", {});
    expect(told.map(({ identifier, url }) => [identifier, url])).toEqual([
      ["ada@example.org", "https://app.test/auth/signin"],
    ]);
    expect(told.map(({ request, mail }) => [request.method, request.body, mail.subject])).toEqual([
      ["GET", null, "New recovery codes for app.test"],
    ]);
  });

  it("may fail: what was done stays done, and the log says so", async () => {
    const { told, provider } = teller(() => {
      throw new Error("No post today.");
    });
    const app = passwordWorld(inbox, { strategy, provider: { email: provider } });
    const ours = app.browser();
    await signUp(ours, inbox);
    const answer = await ours.submit("password/change", { current: password, password: another });
    expect(location(answer)).toBe("https://app.test");
    expect(told).toHaveLength(1);
    expect(app.log.codes("error")).toEqual(["EmailSignInError"]);
    const later = app.browser();
    await signIn(later, { email, password: another });
    expect(await later.session()).toMatchObject({ user: { email } });
  });
});
