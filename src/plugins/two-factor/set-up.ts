import { whoIs } from "../../core/events/attempt.js";
import { type Outcome, redirectTo } from "../../core/http/outcome.js";
import { signInFirst } from "../../core/http/sign-in-first.js";
import { homeOf } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { keepProof, readProof } from "../../core/step-up/proof.js";
import type { TwoFactorNotices } from "../../types/notice-messages.js";
import { signInAnew } from "./challenge.js";
import { forgetBrowser } from "./known-browser.js";
import type { TwoFactorDeps } from "./options.js";
import { shown } from "./page-or-json.js";
import { newSecondStep, sealStep } from "./row.js";
import { writeRow } from "./table.js";
import { newSecret, stepOf, uriOf } from "./totp.js";
import {
  assertFresh,
  firstStepIn,
  mustSetUp,
  signedInHere,
  stepContext,
  type StepContext,
  type TwoFactorUser,
} from "./user.js";

/** The English texts of mails about 2FA. */
export const twoFactorNotices: { readonly notices: TwoFactorNotices } = {
  notices: {
    on: {
      subject: (site) => `Two-factor authentication is on at ${site}`,
      title: "Two-factor authentication is on",
      said: (site) => `You now need a code from your authenticator app to sign in to ${site}.`,
    },
    replaced: {
      subject: (site) => `New authenticator app at ${site}`,
      title: "New authenticator app",
      said: (site) =>
        `You now need a code from your new app to sign in to ${site}. The old app and its recovery codes no longer work.`,
    },
    codes: {
      subject: (site) => `New recovery codes for ${site}`,
      title: "New recovery codes",
      said: (site) => `Your old recovery codes for ${site} no longer work.`,
    },
    off: {
      subject: (site) => `Two-factor authentication was turned off at ${site}`,
      title: "Two-factor authentication was turned off",
      said: (site) => `You no longer need a code to sign in to ${site}.`,
    },
  },
};

/** Seconds to complete a set-up. */
const lasts = 15 * 60;

/** `GET second-step/set-up`: shows a new key for an app; it replaces the previous one. */
export async function showSetUp(given: Context, deps: TwoFactorDeps): Promise<Outcome> {
  const context = stepContext(given, deps);
  const person = await whoSetsUp(context);
  return "kind" in person ? person : setUpPage(context, person, { secret: newSecret() });
}

/** `POST second-step/set-up`: turns 2FA on, once the app shows the right code. */
export async function setUp(given: Context, deps: TwoFactorDeps): Promise<Outcome> {
  const context = stepContext(given, deps);
  const person = await whoSetsUp(context);
  if ("kind" in person) return person;
  const { keys, now, store, body } = context;
  const { userId, factors, pending } = person;
  const { row: former } = factors;
  const secret = await openSecret(context, userId);
  if (secret === undefined) {
    return setUpPage(context, person, { secret: newSecret(), error: "SetUpExpired" });
  }
  const code = (body.text("code") ?? "").normalize("NFKC").replaceAll(/[\s-]/g, "").slice(0, 64);
  const used = await stepOf(keys, { secret, code, used: 0, now });
  if (used === undefined) return setUpPage(context, person, { secret, error: "SecondStepWrong" });
  const { step, codes } = await newSecondStep(keys, { secret, used });
  const sealed = await sealStep(keys, userId, step);
  // Written only if the row hasn't changed since it was read: of two concurrent set-ups, one
  // succeeds.
  const isSet = await context.plugin.changeCredentials(userId, () =>
    writeRow(store.records, { userId, data: sealed, former }),
  );
  if (!isSet) {
    return pending ? signInAnew(context) : redirectTo(settingsUrl(context));
  }
  await afterChange(context, person, former ? "replaced" : "on");
  if (!pending) await noteBothFactors(context, userId);
  const inside = pending
    ? await context.plugin.resume(pending, { bothFactors: true })
    : redirectTo(settingsUrl(context));
  if (!inside) return signInAnew(context);
  const next = inside.kind === "redirect" ? inside.to : homeOf(context.site);
  return shown(context, { kind: "codes", codes, next }, { codes, url: next });
}

/**
 * The user signed in recently and has just proven the new factor, so both factors are noted as
 * proven.
 */
async function noteBothFactors(context: StepContext, userId: string): Promise<void> {
  const proofs = { ...context, cookie: context.cookies.proof };
  const proof = await readProof(proofs, userId);
  if (proof) await keepProof(proofs, { ...proof, bothFactors: true, inKnownBrowser: false });
}

/** Notifies the user and ends what belongs to the old second factor. */
export async function afterChange(
  context: StepContext,
  { user, userId }: TwoFactorUser,
  change: keyof TwoFactorNotices,
): Promise<void> {
  await forgetBrowser(context.plugin, userId);
  await context.plugin.tell({ type: `two-factor.${change}`, ...whoIs(user) });
  const { notices } = await context.plugin.texts(twoFactorNotices);
  await context.plugin.notify(user, notices[change]);
}

export function settingsUrl({ plugin }: StepContext): string {
  return plugin.url("second-step", "settings");
}

/** The user who sets it up: one whose sign-in requires it, or one who has signed in recently. */
async function whoSetsUp(context: StepContext): Promise<TwoFactorUser | Outcome> {
  const first = await firstStepIn(context);
  if (first && (await mustSetUp(context, first))) return first;
  const here = await signedInHere(context);
  if (here) {
    await assertFresh(context, here);
    return here;
  }
  const { plugin } = context;
  if (first) return redirectTo(plugin.url("second-step"));
  return signInFirst(context.site, plugin.url("second-step", "set-up"));
}

async function openSecret({ deps, body }: StepContext, userId: string) {
  const token = body.text("setUp");
  const claims = token === undefined ? null : await deps.app.open("set-up", token);
  if (claims?.["sub"] !== userId) return undefined;
  const { secret } = claims;
  return typeof secret === "string" ? secret : undefined;
}

async function setUpPage(
  context: StepContext,
  { userId, user, factors, pending }: TwoFactorUser,
  { secret, error }: { readonly secret: string; readonly error?: string },
): Promise<Outcome> {
  const { deps, site, theme } = context;
  const token = await deps.app.seal("set-up", { sub: userId, secret }, lasts);
  const name = theme.name || new URL(site.origin).host;
  const uri = uriOf(secret, { site: name, person: user.email || (user.name ?? "") });
  const { qrPicture } = await import("./qr.js");
  const replaces = factors.row !== null;
  const screen = { secret, uri, picture: qrPicture(uri), setUp: token, replaces } as const;
  const told = { secret, uri, setUp: token, replaces };
  return shown(context, { kind: "set-up", error, must: pending !== undefined, ...screen }, told);
}
