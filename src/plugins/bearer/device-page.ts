import { RateLimited } from "../../core/errors/errors.js";
import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { localOf, withQuery } from "../../core/http/urls.js";
import type { Context, PastSignIn } from "../../core/plugin.js";
import { keysOf } from "../../core/plugins/app.js";
import { stateKey } from "../../core/state/key.js";
import { errorAlert, notice } from "../../pages/alert.js";
import { buttonForm, introHtml } from "../../pages/blocks.js";
import { deviceWords } from "../../pages/device-words.js";
import { fieldHtml } from "../../pages/fields.js";
import { html } from "../../pages/html.js";
import type { BearerMessages } from "../../types/bearer-messages.js";
import { answerForm } from "./answer-form.js";
import { markNow } from "./approvals.js";
import { deviceLasts, type DeviceRow } from "./device.js";
import { deviceStatus, deviceTable } from "./table.js";
import { bearerTexts } from "./texts.js";
import type { BearerDeps } from "./tokens.js";
import { shownCode, typedCode } from "./user-code.js";

/**
 * Wrong codes of all users together in ten minutes: so few that guessing one of thousands is
 * hopeless.
 */
const mostGuesses = 1000;
const guessesLast = 600;

/** `GET bearer/device`: asks for the code of a device, once the user has signed in. */
export async function showDevice(context: Context): Promise<Outcome> {
  const given = typedCode(context.request.query.text("user_code"));
  const signIn = await context.signIn();
  if (signIn) {
    const kept = given ?? (await context.cookie.read("device"))?.["code"];
    return codePage(context, typeof kept === "string" ? { typed: kept } : {});
  }
  if (given !== undefined) await context.cookie.write("device", { code: given }, deviceLasts);
  const callbackUrl = context.url("bearer", "device");
  return redirectTo(withQuery(context.url("signin"), { callbackUrl }));
}

/** `POST bearer/device` with `user_code`: shows the device's request, for the user to decide. */
export async function submitCode(deps: BearerDeps, context: Context): Promise<Outcome> {
  const signIn = await context.signIn();
  const typed = context.request.body.text("user_code");
  const code = typedCode(typed);
  if (!signIn || code === undefined) return codePage(context, { typed, isWrong: true });
  const attempt = await context.limit(signIn.userId);
  const guesses = await stateKey(keysOf(deps.app), "bearer-device", ["guesses"]);
  const [before = 0] = await context.state.counted([guesses]);
  if (before >= mostGuesses) {
    throw new RateLimited("Too many wrong codes. Wait before you try again.");
  }
  const row = await waiting(context, code);
  if (!row) {
    await Promise.all([attempt.failed(), context.state.count(guesses, guessesLast)]);
    return codePage(context, { typed, isWrong: true });
  }
  await attempt.succeeded();
  context.cookie.clear("device");
  return confirmPage(deps, context, { row, signIn });
}

async function waiting({ records, now }: Context, userCode: string): Promise<DeviceRow | null> {
  const row = await records.get(deviceTable, { userCode });
  const isWaiting = row?.status === deviceStatus.waits && row.expiresAt.getTime() > now;
  return isWaiting ? row : null;
}

/** `POST bearer/device-answer` with `request` and `answer`. */
export async function answerDevice(deps: BearerDeps, context: Context): Promise<Outcome> {
  const { app } = deps;
  const { body } = context.request;
  const claims = await app.open("device-consent", body.text("request") ?? "");
  const { id, userId } = claims ?? {};
  const signIn = await context.signIn();
  if (typeof id !== "string" || !signIn || userId !== signIn.userId) {
    return json({ error: "invalid_request" }, 400);
  }
  const isYes = body.text("answer") === "yes";
  // A session older than the plugins doesn't know which provider started it.
  const provider = signIn.provider || "bearer";
  const set = isYes
    ? {
        status: deviceStatus.approved,
        grant: await app.seal(
          "grant",
          { ...signIn, provider, mark: await markNow(deps, context, userId) },
          deviceLasts,
        ),
      }
    : { status: deviceStatus.denied };
  const row = await context.records.get(deviceTable, id);
  const isFirst =
    row !== null &&
    row.expiresAt.getTime() > context.now &&
    (await context.records.update(deviceTable, id, { set, if: { status: deviceStatus.waits } }));
  if (!isFirst) return codePage(context, { isWrong: true });
  if (isYes) {
    await context.tell({ type: "bearer.approved", userId, clientId: row.clientId });
  }
  const { device } = await context.texts(bearerTexts);
  const said = isYes ? device.done : device.canceled;
  return context.page({
    title: device.title,
    json: { approved: isYes },
    body: html`${introHtml(device.title)} ${notice(said)}`,
  });
}

interface CodePage {
  readonly typed?: string | undefined;
  readonly isWrong?: boolean;
}

async function codePage(
  context: Context,
  { typed = "", isWrong = false }: CodePage,
): Promise<Outcome> {
  const { device } = await context.texts(bearerTexts);
  const value = shownCodeOf(typed);
  const field = {
    ...{ name: "user_code", type: "text", label: device.code, required: true, value },
    autocomplete: "off",
    attributes: { maxlength: 32, autocapitalize: "characters", spellcheck: false },
  };
  const place = { provider: "bearer", invalid: isWrong, autofocus: true };
  const form = buttonForm({
    action: actionOf(context, "device"),
    fields: { csrfToken: await context.csrfToken() },
    inside: fieldHtml(field, place),
    ...{ label: device.next, style: "primary" },
  });
  const body = html`${introHtml(device.title, device.intro)} ${isWrong && errorAlert(device.wrong)}
  ${form}`;
  const told = isWrong ? { error: "InvalidCode" } : {};
  return context.page({ title: device.title, json: told, body }, isWrong ? 400 : 200);
}

function shownCodeOf(typed: string): string {
  const code = typedCode(typed);
  return code === undefined ? "" : shownCode(code);
}

const actionOf = (context: Context, act: string): string =>
  localOf(context.site, context.url("bearer", act));

interface Confirmed {
  readonly row: DeviceRow;
  readonly signIn: PastSignIn;
}

/** What a phisher wants users to overlook: which program asks, from where, and what it gets. */
async function confirmPage(
  { app, settings }: BearerDeps,
  context: Context,
  { row, signIn }: Confirmed,
): Promise<Outcome> {
  const { id, clientId, userCode } = row;
  const { userId } = signIn;
  const texts = await context.texts(bearerTexts);
  const user = await context.store?.getUser(userId);
  const client = settings.clients.get(clientId)?.name ?? clientId;
  const who = user?.email || user?.name || userId;
  const from = askedFrom(texts, await app.open("asked", row.asked));
  const request = await app.seal("device-consent", { id, userId }, deviceLasts);
  const action = actionOf(context, "device-answer");
  const csrfToken = await context.csrfToken();
  const { device } = texts;
  const intro = introHtml(
    device.title,
    texts.asks(client, who),
    device.shows(shownCode(userCode)),
    from,
    html`<p><strong>${device.warning}</strong></p>`,
  );
  const body = html`${intro} ${answerForm({ action, csrfToken, request, texts })}`;
  return context.page({ title: device.title, json: { client, from, request }, body });
}

function askedFrom(
  { device }: BearerMessages,
  asked: Readonly<Record<string, unknown>> | null,
): string | undefined {
  const { userAgent, ip } = asked ?? {};
  const agent = typeof userAgent === "string" ? userAgent : "";
  const { browser, system } = deviceWords(agent);
  const words = [browser, system].filter((word) => word !== null).join(", ");
  const place = typeof ip === "string" ? ip : "";
  const told = [words || agent.slice(0, 60), place].filter((part) => part !== "").join(", ");
  return told === "" ? undefined : device.from(told);
}
