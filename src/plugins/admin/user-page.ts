import { coreOf } from "../../core/actions/plugin-context.js";
import type { Outcome } from "../../core/http/outcome.js";
import { actionPath, homeOf, localOf } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { deviceIcon } from "../../pages/device-icon.js";
import { deviceWords } from "../../pages/device-words.js";
import { fieldHtml } from "../../pages/fields.js";
import type { RedirectForm } from "../../types/forms.js";
import { html, type Html } from "../../pages/html.js";
import { linkHtml } from "../../pages/links.js";
import { lookup } from "../../pages/lookup.js";
import { marksCss } from "../../pages/provider-marks.js";
import { markOf, rowHtml, rowsHtml, sectionHtml } from "../../pages/rows.js";
import type { AdminMessages } from "../../types/admin-messages.js";
import type { AuditEvent } from "../../types/events.js";
import { statuses, type PageError } from "./page-acts.js";
import type { UserInfo } from "./page-info.js";
import {
  actForm,
  adminPage,
  avatarHtml,
  badgesHtml,
  dangerHtml,
  partsOf,
  timed,
  toldHtml,
  type PageParts,
} from "./page-parts.js";
import type { PagesDeps } from "./options.js";
import type { AdminSession } from "./types.js";

interface UserParts extends PageParts {
  /** The names of events, by type. */
  readonly eventTexts: Readonly<Record<string, string>>;
  readonly info: UserInfo;
  readonly error: PageError | undefined;
  /** Every form names the user. */
  readonly fields: { readonly userId: string };
  /** The providers' buttons, which have their logos. */
  readonly marks: readonly RedirectForm[];
}

/** The page about a user, with what an administrator can do. */
export async function userPage(
  deps: PagesDeps,
  context: Context,
  { info, error }: { readonly info: UserInfo; readonly error?: PageError | undefined },
): Promise<Outcome> {
  const { flows, site } = coreOf(context);
  const marks = [...flows.values()]
    .flatMap((flow) => flow.form(site) ?? [])
    .filter((form) => form.kind === "redirect");
  const fields = { userId: info.user.id };
  const common = await partsOf(context);
  const eventTexts = info.events ? await eventTextsOf(context, common.texts) : {};
  const parts: UserParts = { ...common, eventTexts, info, error, fields, marks };
  const { user } = parts.texts;
  const title = info.user.name || info.user.email || user.nameless;
  const body = html`${linkHtml(user.back, actionPath(site, "admin"))} ${headHtml(parts, title)}
  ${toldHtml(parts, error)}
  ${info.refused === null ? sectionsHtml(deps, parts) : refusedHtml(parts)}`;
  const shown = { title, body, marks: marksCss(marks) };
  return adminPage(parts, shown, error ? statuses[error] : 200);
}

function headHtml(parts: UserParts, title: string): Html {
  const { user } = parts.info;
  return html`<div class="who">
    ${avatarHtml(user)}
    <div>
      <h1><bdi>${title}</bdi></h1>
      ${user.name && user.email && html`<p class="muted"><bdi>${user.email}</bdi></p>`}
      <p class="muted small">${parts.texts.user.id(user.id)}</p>
      ${badgesHtml(parts, user)}
    </div>
  </div>`;
}

function refusedHtml({ info, texts: { user } }: UserParts): Html {
  return html`<p>${info.refused === "Yourself" ? user.you : user.untouchable}</p>`;
}

function sectionsHtml({ options }: PagesDeps, parts: UserParts): readonly (Html | false)[] {
  const invitation = options.invitations !== undefined && invitationHtml(parts);
  const isOpen = parts.info.invitation !== null;
  return [
    isOpen && invitation,
    methodsHtml(parts),
    factorHtml(parts),
    devicesHtml(parts),
    !isOpen && invitation,
    options.impersonation !== undefined && actingHtml(parts),
    banHtml(parts),
    eventsHtml(parts),
  ];
}

/** Only those who haven't proven their address are invited. */
function invitationHtml(parts: UserParts): Html | false {
  const { texts, fields, info } = parts;
  const { user, invitation: open } = info;
  const { title, until, none, send, again, withdraw } = texts.invitation;
  if (user.isProven || user.email === null) return false;
  const note = open ? timed(parts, until, open.expires) : none;
  const sending = {
    act: "invite",
    fields: { ...fields, email: user.email },
    label: open ? again : send,
  };
  const withdrawing = { act: "withdraw", fields, label: withdraw };
  const end = [actForm(parts, sending), open !== null && actForm(parts, withdrawing)];
  return sectionHtml("invitation", title, rowsHtml(rowHtml({ title: user.email, note, end })));
}

function methodsHtml(parts: UserParts): Html | false {
  const { info, texts, fields, marks } = parts;
  if (!info.methods) return false;
  const { accounts, passkeys, mail, password } = info.methods;
  const { methods } = texts;
  const inside = html`<p class="small">${methods.warning}</p>`;
  const removing = { act: "remove-password", fields, label: methods.remove, inside };
  const rows = [
    ...(mail ? [rowHtml({ title: methods.mail })] : []),
    ...(password ? [rowHtml({ title: methods.password, end: dangerHtml(parts, removing) })] : []),
    ...(accounts ?? []).map(({ provider, name, account }) =>
      rowHtml({ title: name, note: html`<bdi>${account}</bdi>`, mark: markOf(marks, provider) }),
    ),
    ...(passkeys ? [rowHtml({ title: methods.passkeys, end: countHtml(parts, passkeys) })] : []),
  ];
  const body = rows.length > 0 ? rowsHtml(rows) : html`<p class="muted small">${methods.none}</p>`;
  return sectionHtml("methods", methods.title, body);
}

const countHtml = ({ lang }: PageParts, count: number): Html =>
  html`<strong class="small">${new Intl.NumberFormat(lang).format(count)}</strong>`;

function factorHtml(parts: UserParts): Html | false {
  const { info, texts, fields } = parts;
  if (info.secondFactor === null) return false;
  const { title, on, off, reset, warning } = texts.factor;
  const inside = html`<p class="small">${warning}</p>`;
  const resetting = { act: "reset-second-factor", fields, label: reset, inside };
  const row = info.secondFactor
    ? rowHtml({ title: on, end: dangerHtml(parts, resetting) })
    : rowHtml({ title: off });
  return sectionHtml("factor", title, rowsHtml(row));
}

function devicesHtml(parts: UserParts): Html {
  const { info, texts, fields } = parts;
  const { title, none, end } = texts.devices;
  const { sessions } = info;
  return sectionHtml(
    "devices",
    title,
    html`${
      sessions &&
      (sessions.length === 0
        ? html`<p class="muted small">${none}</p>`
        : rowsHtml(sessions.map((session) => deviceHtml(parts, session))))
    }
    ${sessions?.length !== 0 && actForm(parts, { act: "end-sessions", fields, label: end })}`,
  );
}

function deviceHtml(parts: UserParts, { userAgent, ip, lastSeenAt }: AdminSession): Html {
  const { unknown, seen } = parts.texts.devices;
  const { browser, system } = deviceWords(userAgent);
  const title = [browser, system].filter((part) => part !== null).join(" · ") || unknown;
  const from = ip !== null && html` · <bdi>${ip}</bdi>`;
  const note = html`${timed(parts, seen, lastSeenAt)}${from}`;
  return rowHtml({ title, note, mark: deviceIcon(system) });
}

function actingHtml(parts: UserParts): Html | false {
  const { fields, texts, info, context } = parts;
  if (info.ban) return false;
  const { title, note, button } = texts.acting;
  const callbackUrl = localOf(context.site, homeOf(context.site));
  const sending = { act: "impersonate", fields: { ...fields, callbackUrl }, label: button };
  return sectionHtml(
    "acting",
    title,
    html`<p class="muted small">${note}</p>
      ${actForm(parts, sending)}`,
  );
}

function banHtml(parts: UserParts): Html {
  const { info, texts, fields } = parts;
  const { title, since, until, forever, lift } = texts.ban;
  if (!info.ban) return sectionHtml("ban", title, banFormHtml(parts));
  const { at, until: end, reason } = info.ban;
  const note = html`${end ? timed(parts, until, end) : forever}${reason && html` · <bdi>${reason}</bdi>`}`;
  const lifting = actForm(parts, { act: "unban", fields, label: lift });
  const row = rowHtml({ title: at ? timed(parts, since, at) : title, note, end: lifting });
  return sectionHtml("ban", title, rowsHtml(row));
}

const day = 24 * 60 * 60 * 1000;

function banFormHtml(parts: UserParts): Html {
  const { texts, fields, error, context } = parts;
  const { warning, reason, end, endNote, button } = texts.ban;
  const typed = error === "InvalidBan" ? context.request.body : undefined;
  const tomorrow = new Date(context.now + day).toISOString().slice(0, 10);
  const until = { name: "until", label: end, type: "date", value: typed?.text("until") };
  const place = { provider: "ban", invalid: typed !== undefined, autofocus: false };
  const inside = html`<p class="small">${warning}</p>
    <div class="field">
      <label for="ban-reason">${reason}</label>
      <textarea id="ban-reason" name="reason" rows="2" maxlength="1000">
${typed?.text("reason")}</textarea>
    </div>
    ${fieldHtml({ ...until, attributes: { min: tomorrow } }, place)}
    <p class="muted small">${endNote}</p>`;
  const form = actForm(parts, { act: "ban", fields, inside, label: button, style: "danger" });
  return html`<details class="danger" ${typed !== undefined && html`open`}>
    <summary>${button}</summary>
    ${form}
  </details>`;
}

function eventsHtml(parts: UserParts): Html | false {
  const { info, texts } = parts;
  if (!info.events) return false;
  const { title, none } = texts.events;
  const body =
    info.events.length === 0
      ? html`<p class="muted small">${none}</p>`
      : html`<ul class="events">
          ${info.events.map((event) => eventHtml(parts, event))}
        </ul>`;
  return sectionHtml("events", title, body);
}

const plain = (time: string): string => time;

/** In words, with the code to search the log for. Events of other plugins have only that. */
function eventHtml(parts: UserParts, event: AuditEvent): Html {
  const { type, time, reason, adminId } = event;
  const words = wordsOf(parts, event);
  const code = html`<code dir="ltr">${[type, reason].filter(Boolean).join(" · ")}</code>`;
  const who =
    typeof adminId === "string" &&
    html` <span class="small">${parts.texts.events.by(adminId)}</span>`;
  return html`<li>
    <p>${words ?? code}${who}</p>
    <p class="muted small">
      ${timed(parts, plain, new Date(time))}${words !== undefined && html` · ${code}`}
    </p>
  </li>`;
}

function wordsOf(parts: UserParts, { type, all }: AuditEvent): string | undefined {
  if (type === "session.ended" && all === true) return parts.texts.events.several;
  return lookup(parts.eventTexts, type);
}

/** The names of events, in the administrator's language: the core's, and those of every plugin. */
async function eventTextsOf(
  context: Context,
  { events }: AdminMessages,
): Promise<Readonly<Record<string, string>>> {
  const { plugins, forPlugin } = coreOf(context);
  const others = (plugins.eventTexts ?? []).map(async (one) => one.call(await forPlugin(one)));
  const all = await Promise.all(others);
  return Object.fromEntries([...all, events.types].flatMap((texts) => Object.entries(texts)));
}
