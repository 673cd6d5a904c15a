import { inBase64Url } from "../../core/crypto/encoding.js";
import { addressHtml, buttonForm, introHtml, linkButton } from "../../pages/blocks.js";
import { deviceIcon } from "../../pages/device-icon.js";
import { fieldHtml, hiddenFields } from "../../pages/fields.js";
import type { RedirectForm, WebAuthnForm } from "../../types/forms.js";
import { foldCss, foldHtml } from "../../pages/fold.js";
import { html, type Html, type HtmlValue } from "../../pages/html.js";
import { keyIcon } from "../../pages/icons.js";
import { renderPage, type Page, type PageFrame } from "../../pages/layout.js";
import { linkHtml } from "../../pages/links.js";
import { passkeyForm } from "../../pages/passkey-form.js";
import { marksCss } from "../../pages/provider-marks.js";
import {
  initialHtml,
  markOf,
  resultHtml,
  rowHtml,
  rowsCss,
  rowsHtml,
  sectionHtml,
  sentenceWith,
} from "../../pages/rows.js";
import type { AccountMessages } from "../../types/account-messages.js";
import type {
  AccountAct,
  AccountDevice,
  AccountInfo,
  AccountOffer,
  AccountPasskey,
  AccountWay,
  SectionButton,
  SectionRow,
} from "../../types/account-page.js";
import { questionTexts } from "./linking-question-page.js";

export interface AccountPageProps extends PageFrame {
  readonly info: AccountInfo;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly texts: AccountMessages;
  readonly csrfToken: string;
  /** The URL that the form of an action posts to. */
  readonly action: (act: AccountAct) => string;
  readonly pageUrl: string;
  readonly passwordUrl: string;
  /** Those of plugins. */
  readonly sections: readonly {
    readonly name: string;
    readonly title: string;
    readonly rows: readonly SectionRow[];
  }[];
  readonly signOutUrl: string;
  readonly homeUrl: string;
  /** The buttons of the sign-in page, which have the providers' logos. */
  readonly marks: readonly RedirectForm[];
  /** The form that creates a passkey. */
  readonly passkeyForm?: WebAuthnForm | undefined;
  /** The query's `error` and `done`. */
  readonly error?: string | undefined;
  readonly done?: string | undefined;
}

const css = `
.page:has(.account) { grid-template-columns: minmax(0, 34rem); align-content: start; }
.account .sections { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2rem; }
.beside nav { display: none; }
@media (min-width: 60rem) {
  .page:has(.account) { grid-template-columns: minmax(0, 48rem); }
  .beside { display: grid; grid-template-columns: 10rem minmax(0, 1fr); gap: 2.5rem; align-items: start; }
  .beside nav { display: grid; position: sticky; inset-block-start: 1.5rem; margin-block-start: -0.625rem; margin-inline-start: -0.75rem; }
  .beside nav a { padding: 0.75rem; border-radius: 0.625rem; color: var(--muted); text-decoration: none; }
  .beside nav a:hover { background: var(--raised); color: var(--text); }
}
#ways + .rows .name, .row > .mark + div > .name, .row .name:has(+ p) { font-weight: 550; }
.rename { flex: 1 1 100%; }
.rename summary { inline-size: max-content; padding-block: 0.75rem; font-size: 0.875rem; line-height: 1.25rem; border-radius: 0.25rem; cursor: pointer; }
.rename form, .ways > form:has(> .danger) { gap: 0.75rem; padding-block-start: 0.5rem; }
.parts > span { display: block; }
form > .button.danger { background: var(--danger); color: var(--surface); }
`;

interface Sending extends Omit<Parameters<typeof buttonForm>[0], "action"> {
  readonly act: AccountAct;
}

function actForm({ action, csrfToken }: AccountPageProps, sending: Sending): Html {
  const { act, fields, ...form } = sending;
  return buttonForm({ action: action(act), fields: { csrfToken, ...fields }, ...form });
}

/** A part of the page that the list of contents leads to. */
interface PageSection {
  readonly id: string;
  readonly title: string;
  readonly inside: HtmlValue;
}

function methodRow(
  props: AccountPageProps,
  { provider, name, account, removable }: AccountWay,
): Html {
  const { remove, removeLabel, last } = props.texts.ways;
  const fields = { provider, account };
  const mark = markOf(props.marks, provider);
  if (!removable) return rowHtml({ title: name, mark, note: last });
  const removing = { act: "unlink", fields, label: remove, named: removeLabel(name) } as const;
  return rowHtml({ title: name, mark, end: actForm(props, removing) });
}

function passwordRow({ info, passwordUrl, texts }: AccountPageProps): Html {
  const { password, passwordChange, passwordSet, passwordNone } = texts.ways;
  const label = info.password ? passwordChange : passwordSet;
  const end = linkButton(label, passwordUrl);
  return rowHtml({ title: password, note: !info.password && passwordNone, end });
}

function sectionButton(
  { csrfToken, pageUrl }: AccountPageProps,
  { label, url, fields }: SectionButton,
): Html {
  return buttonForm({ action: url, fields: { ...fields, csrfToken, callbackUrl: pageUrl }, label });
}

const pluginSection = (
  props: AccountPageProps,
  { name, title, rows }: AccountPageProps["sections"][number],
): PageSection => ({
  ...{ id: name, title },
  inside: rowsHtml(
    rows.map(({ title: of, note, links = [], buttons = [] }) =>
      rowHtml({
        ...{ title: of, note },
        end: [
          links.map(({ label, url }) => linkButton(label, url)),
          buttons.map((button) => sectionButton(props, button)),
        ],
      }),
    ),
  ),
});

function methodsSection(props: AccountPageProps): PageSection {
  const { info, texts } = props;
  const { email } = info.user;
  const isLinked = (id: string) => info.ways?.some(({ provider }) => provider === id) ?? false;
  const offers = info.offers.filter(({ provider }) => !isLinked(provider));
  const buttons = offers.map((offer) => offerHtml(props, offer));
  const inside = html`${rowsHtml(
    info.mail &&
      email !== null &&
      rowHtml({ title: texts.ways.mail, note: texts.ways.mailNote(email) }),
    info.password !== null && passwordRow(props),
    info.ways?.map((method) => methodRow(props, method)),
  )}
  ${offers.length > 1 ? foldHtml(texts.ways.addOne, buttons) : buttons}`;
  return { id: "ways", title: texts.ways.title, inside };
}

function offerHtml(props: AccountPageProps, { provider, name }: AccountOffer): Html {
  const mark = markOf(props.marks, provider);
  const style = mark && "with-mark";
  return actForm(props, {
    act: "link",
    fields: { provider },
    label: props.texts.ways.add(name),
    ...{ mark, style },
  });
}

/** The details of a passkey, one per line. */
function passkeyNote({ messages, texts }: AccountPageProps, passkey: AccountPasskey): Html {
  const { id, synced, transports, name, createdAt, lastUsedAt } = passkey;
  const { made, used, synced: several, single } = texts.passkeys;
  const told = (say: (day: string) => string, time: string | null): readonly Html[] =>
    time === null ? [] : [sentenceWith(say, dayHtml(messages.lang, time))];
  const times = [...told(made, createdAt), ...told(used, lastUsedAt)];
  const kind = name === null ? [] : [html`${synced ? several : single}`];
  const parts = [...kind, ...times];
  // Without a name and dates, the id is all that tells two passkeys apart.
  const shown =
    parts.length > 0 ? parts : [html`${[`${id.slice(0, 8)}…`, ...transports].join(" · ")}`];
  return html`${shown.map((part) => html`<span>${part}</span>`)}`;
}

function renameHtml(props: AccountPageProps, { id, name }: AccountPasskey, title: string): Html {
  const { rename, renameLabel, nameLabel, save } = props.texts.passkeys;
  const field = `name-${id}`;
  const inside = html`<div class="field">
    <label for="${field}">${nameLabel}</label>
    <input
      type="text"
      id="${field}"
      name="name"
      value="${name ?? ""}"
      maxlength="60"
      autocomplete="off"
    />
  </div>`;
  return html`<details class="rename">
    <summary aria-label="${renameLabel(title)}">${rename}</summary>
    ${actForm(props, { act: "rename-passkey", fields: { id }, inside, label: save })}
  </details>`;
}

function passkeyRow(props: AccountPageProps, passkey: AccountPasskey): Html {
  const { id, synced, removable, renamable } = passkey;
  const { passkeys } = props.texts;
  const title = passkey.name ?? (synced ? passkeys.synced : passkeys.single);
  const { remove, removeLabel, last } = props.texts.ways;
  const named = removeLabel(passkey.name ?? `${title} ${id.slice(0, 8)}`);
  const end =
    removable && actForm(props, { act: "remove-passkey", fields: { id }, label: remove, named });
  return html`<li class="row" data-passkey="${inBase64Url(id)}">
    <div>
      <p class="name"><bdi>${title}</bdi></p>
      <p class="muted small parts">${passkeyNote(props, passkey)}</p>
      ${!removable && html`<p class="muted small">${last}</p>`}
    </div>
    ${end} ${renamable && renameHtml(props, passkey, title)}
  </li>`;
}

function newPasskeyHtml(props: AccountPageProps, form: WebAuthnForm): Html {
  const { csrfToken, pageUrl: callbackUrl, messages, texts } = props;
  const inside = html`${hiddenFields({ csrfToken, callbackUrl })}
    <button class="button" type="submit" data-register>
      ${keyIcon}<span>${texts.passkeys.add}</span>
    </button>`;
  return html`<div class="group" data-kind="webauthn" hidden>
      ${passkeyForm({ ...form, conditional: false, changed: props.done !== undefined }, messages, inside)}
    </div>
    <noscript><p class="muted small">${texts.passkeys.needsScript}</p></noscript>`;
}

function passkeysSection(props: AccountPageProps): PageSection | false {
  const { info, passkeyForm: form, texts } = props;
  if (info.passkeys === null) return false;
  const inside = html`${
    info.passkeys.length === 0
      ? html`<p class="muted small">${texts.passkeys.none}</p>`
      : rowsHtml(info.passkeys.map((passkey) => passkeyRow(props, passkey)))
  }
  ${form && newPasskeyHtml(props, form)}`;
  return { id: "passkeys", title: texts.passkeys.title, inside };
}

/** How long ago a time was, with the exact time on hover. */
function timeHtml({ messages: { lang }, now }: AccountPageProps, time: string): Html {
  const exact = new Intl.DateTimeFormat(lang, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  const date = new Date(time);
  const words = agoIn(lang, Math.max(0, now - date.getTime()) / 1000);
  return html`<time datetime="${time}" title="${exact.format(date)} UTC">${words}</time>`;
}

/** "5 minutes ago", in the largest unit that fits. */
function agoIn(lang: string, seconds: number): string {
  const words = new Intl.RelativeTimeFormat(lang, { numeric: "auto" });
  for (const [unit, length] of units) {
    if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  }
  return words.format(0, "second");
}

const units = [
  ["month", 30 * 86400],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
] as const;

function dayHtml(lang: string, time: string): Html {
  const words = new Intl.DateTimeFormat(lang, { dateStyle: "medium", timeZone: "UTC" });
  return html`<time datetime="${time}">${words.format(new Date(time))}</time>`;
}

function deviceName(
  { browser, system }: AccountDevice,
  { name, unknown, unknownOn }: AccountMessages["devices"],
): string {
  if (browser !== null && system !== null) return name(browser, system);
  return browser ?? (system === null ? unknown : unknownOn(system));
}

/**
 * Whether an address is loopback, in full or shortened to its network, as on a developer's machine.
 */
const isOwnAddress = (ip: string): boolean => /^(?:127\.|::1$|0:0:0:0::\/64$)/.test(ip);

function deviceRow(props: AccountPageProps, device: AccountDevice): Html {
  const { id, ip, current, lastSeenAt } = device;
  const { devices } = props.texts;
  const name = deviceName(device, devices);
  const from = ip === null ? "" : ` · ${isOwnAddress(ip) ? devices.thisComputer : ip}`;
  const note = html`${sentenceWith(devices.seen, timeHtml(props, lastSeenAt))}${from}`;
  const named = devices.endLabel(name);
  const ending = { act: "end-session", fields: { id }, label: devices.end, named } as const;
  const end = current
    ? html`<span class="badge">${devices.current}</span>`
    : actForm(props, ending);
  return rowHtml({ title: name, mark: deviceIcon(device.system), note, end });
}

function devicesSection(props: AccountPageProps): PageSection | false {
  const { texts } = props;
  const { devices } = props.info;
  if (devices === null) return false;
  const hasOthers = devices.some(({ current }) => !current);
  const label = texts.devices.endOthers;
  const inside = html`${rowsHtml(devices.map((device) => deviceRow(props, device)))}
  ${hasOthers && actForm(props, { act: "end-others", fields: {}, label })}`;
  return { id: "devices", title: texts.devices.title, inside };
}

function deletionSection(props: AccountPageProps): PageSection | false {
  if (!props.info.deletable) return false;
  const { title, summary, warning, confirm, button } = props.texts.remove;
  const check = html`<div class="check">
    <input type="checkbox" id="confirm" name="confirm" value="yes" required />
    <label for="confirm">${confirm}</label>
  </div>`;
  const deleting = { act: "delete", fields: {}, inside: check, label: button } as const;
  const form = actForm(props, { ...deleting, style: "danger" });
  const inside = html`<p class="muted small">${warning}</p>
    ${foldHtml(summary, form, "danger")}`;
  return { id: "deletion", title, inside };
}

/** The form for name and picture, if the application lets users edit them. */
function profileSection(props: AccountPageProps): PageSection | false {
  const { editable, user } = props.info;
  if (editable.length === 0) return false;
  const { title, save, imageHint, ...labels } = props.texts.profile;
  const fields = editable.map((name) => ({
    ...{ name, label: labels[name], value: user[name] ?? "" },
    ...(name === "name"
      ? { type: "text", autocomplete: "name", attributes: { maxlength: 200 } }
      : { type: "url", autocomplete: "photo", placeholder: "https://" }),
  }));
  const place = { provider: "profile", invalid: false, autofocus: false };
  const note = editable.includes("image") && html`<p class="muted small">${imageHint}</p>`;
  const form = html`<div class="fields">${fields.map((field) => fieldHtml(field, place))}</div>
    ${note}`;
  const inside = actForm(props, { act: "profile", fields: {}, inside: form, label: save });
  return { id: "profile", title, inside };
}

function downloadSection(props: AccountPageProps): PageSection {
  const { title, note, button } = props.texts.download;
  const inside = html`<p class="muted small">${note}</p>
    ${actForm(props, { act: "export", fields: {}, label: button })}`;
  return { id: "download", title, inside };
}

const leaveHtml = ({ signOutUrl, homeUrl, texts: { leave } }: AccountPageProps): Html =>
  html`<div class="stack">
    ${linkButton(leave.signOut, signOutUrl)} ${linkHtml(leave.home, homeUrl)}
  </div>`;

/** The sections, and beside them, where there's room, a list of them. */
function sectionsHtml(props: AccountPageProps): Html {
  const sections = [
    profileSection(props),
    methodsSection(props),
    passkeysSection(props),
    ...props.sections.map((section) => pluginSection(props, section)),
    devicesSection(props),
    downloadSection(props),
    deletionSection(props),
  ].filter((section) => section !== false);
  return html`<div class="beside">
    <nav class="small" aria-label="${props.texts.title}">
      ${sections.map(({ id, title }) => html`<a href="#${id}">${title}</a>`)}
    </nav>
    <div class="sections">
      ${sections.map(({ id, title, inside }) => sectionHtml(id, title, inside))} ${leaveHtml(props)}
    </div>
  </div>`;
}

/**
 * The question about an account or passkey that waits in this browser for the user's confirmation.
 */
function pendingHtml(props: AccountPageProps): Html | false {
  const { pending } = props.info;
  if (!pending) return false;
  const { title, no } = props.texts.question;
  const { intro, yes } = questionTexts(props, pending);
  const answer = (value: string, label: string, style?: "primary") => {
    const fields = { answer: value, callbackUrl: props.pageUrl };
    return actForm(props, { act: "link-pending", fields, label, style });
  };
  const inside = html`<p>${intro}</p>
    ${pending.label !== null && addressHtml(pending.label)}
    <div class="stack">${answer("yes", yes, "primary")} ${answer("no", no)}</div>`;
  return sectionHtml("pending", title, inside);
}

/** The URL of a picture, if it is https. Providers return any text; the rest isn't shown. */
function imageAt(address: string | null): URL | undefined {
  const url = address !== null && URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === "https:" ? url : undefined;
}

/** Renders the account page. Everything but creating a passkey works without scripts. */
export async function renderAccount(props: AccountPageProps): Promise<Page> {
  const { theme, messages, siteName, formAction, info } = props;
  const { title, signedInAs, nameless } = props.texts;
  const { name, email } = info.user;
  const avatar = imageAt(info.user.image);
  const picture = avatar
    ? html`<img class="avatar" src="${avatar.href}" alt="" referrerpolicy="no-referrer" />`
    : initialHtml(name || email || title);
  const who = html`<strong><bdi>${name || email || nameless}</bdi></strong
    >${name && email ? html` (<bdi>${email}</bdi>)` : false}`;
  const intro = html`<div class="who">
    ${picture}
    <p>${sentenceWith(signedInAs, who)}</p>
  </div>`;
  const body = html`${introHtml(title, intro)} ${resultHtml(props.texts, props.error, props.done)}
  ${pendingHtml(props)} ${sectionsHtml(props)}`;
  const script = info.passkeys === null ? undefined : props.passkeyForm?.scriptUrl;
  return renderPage({
    ...{ theme, messages, siteName, formAction, title, body, script },
    kind: "account",
    css: rowsCss + css.replace(/\s+/g, " ") + foldCss + marksCss(props.marks),
    images: avatar ? [avatar.origin] : [],
  });
}
