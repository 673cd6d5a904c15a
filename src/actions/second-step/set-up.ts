import { takeFirstStep } from "../../accounts/second-step.js";
import { openToken, sealToken } from "../../crypto/token.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import { forgetBrowser } from "../../second-step/known-browser.js";
import { newSecondStep, sealStep } from "../../second-step/row.js";
import { newSecret, stepOf, uriOf } from "../../second-step/totp.js";
import { keepProof, readProof } from "../../sessions/fresh.js";
import { goIn, signInAnew } from "./ask.js";
import {
  assertFresh,
  firstStepIn,
  mustSetUp,
  signedInHere,
  type Person,
  type StepContext,
} from "./person.js";
import { shown } from "./shown.js";

const salt = "latchkey.second-step-set-up";
/** Seconds in which somebody has to find their phone. */
const lasts = 15 * 60;

/** `GET second-step/set-up`: a new secret for an app, in place of the one before where there is one. */
export async function showSetUp(context: StepContext): Promise<Outcome> {
  const person = await whoSetsUp(context);
  return "kind" in person ? person : setUpPage(context, person, { secret: newSecret() });
}

/** `POST second-step/set-up`: the app shows the right code, so that it counts from now on. */
export async function setUp(context: StepContext): Promise<Outcome> {
  const person = await whoSetsUp(context);
  if ("kind" in person) return person;
  const { keys, now, store, body } = context;
  const { userId, factors, pending } = person;
  const { data } = factors;
  const secret = await openSecret(context, userId);
  if (secret === undefined) {
    return setUpPage(context, person, { secret: newSecret(), error: "SetUpExpired" });
  }
  const code = (body.text("code") ?? "").normalize("NFKC").replaceAll(/[\s-]/g, "").slice(0, 64);
  const used = await stepOf(keys, { secret, code, used: 0, now });
  if (used === undefined) return setUpPage(context, person, { secret, error: "SecondStepWrong" });
  if (pending && !(await takeFirstStep(context, pending))) return signInAnew(context);
  const { step, codes } = await newSecondStep(keys, { secret, used });
  // Only in place of what the person has seen: of two set-ups at once, one is made.
  if (!(await store.setSecondStep(userId, await sealStep(keys, userId, step), data))) {
    return pending ? signInAnew(context) : redirectTo(settingsUrl(context));
  }
  await afterChange(context, person, data === null ? "secondStepOn" : "secondStepReplaced");
  if (!pending) await noteBothFactors(context, userId);
  const inside = pending ? await goIn(context, pending) : redirectTo(settingsUrl(context));
  const next = inside.kind === "redirect" ? inside.to : context.site.origin;
  return shown(context, { kind: "codes", codes, next }, { codes, url: next });
}

/** The user signed in recently, and has just proven the factor that is new. */
async function noteBothFactors(context: StepContext, userId: string): Promise<void> {
  const proofs = { ...context, cookie: context.cookies.proof };
  const proof = await readProof(proofs, userId);
  if (proof) await keepProof(proofs, { ...proof, bothFactors: true, inKnownBrowser: false });
}

/** What is told, and forgotten, when somebody's second step is another one. */
export async function afterChange(
  context: StepContext,
  { user, userId }: Person,
  notice: "secondStepOn" | "secondStepReplaced" | "secondStepOff" | "secondStepCodes",
): Promise<void> {
  await forgetBrowser(context, userId);
  await context.audit?.({ type: "second-step.changed", userId });
  await context.tellOwner?.(user, notice);
}

export function settingsUrl({ site }: StepContext): string {
  return actionUrl(site, "second-step", "settings");
}

/** Who must set it up to get in, else who is signed in and has proven just now who they are. */
async function whoSetsUp(context: StepContext): Promise<Person | Outcome> {
  const first = await firstStepIn(context);
  if (first && (await mustSetUp(context, first))) return first;
  const here = await signedInHere(context);
  if (here) {
    await assertFresh(context, here);
    return here;
  }
  if (first) return redirectTo(actionUrl(context.site, "second-step"));
  const signIn = actionUrl(context.site, "signin");
  const callbackUrl = actionUrl(context.site, "second-step", "set-up");
  return redirectTo(withQuery(signIn, { callbackUrl, error: "SessionRequired" }));
}

async function openSecret({ keys, now, body }: StepContext, userId: string) {
  const token = body.text("setUp");
  const opened = token === undefined ? undefined : await openToken(keys, { salt, token, now });
  if (!opened?.ok || opened.claims["sub"] !== userId) return undefined;
  const { secret } = opened.claims;
  return typeof secret === "string" ? secret : undefined;
}

async function setUpPage(
  context: StepContext,
  { userId, user, factors, pending }: Person,
  { secret, error }: { readonly secret: string; readonly error?: string },
): Promise<Outcome> {
  const { keys, now, site, theme } = context;
  const claims = { sub: userId, secret };
  const token = await sealToken(keys, { salt, claims, maxAge: lasts, now });
  const name = theme.name || new URL(site.origin).host;
  const uri = uriOf(secret, { site: name, person: user.email || (user.name ?? "") });
  const { qrPicture } = await import("../../second-step/qr/index.js");
  const replaces = factors.data !== null;
  const screen = { secret, uri, picture: qrPicture(uri), setUp: token, replaces } as const;
  const told = { secret, uri, setUp: token, replaces };
  return shown(context, { kind: "set-up", error, must: pending !== undefined, ...screen }, told);
}
