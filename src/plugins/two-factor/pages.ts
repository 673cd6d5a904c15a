import { errorAlert } from "../../pages/alert.js";
import { codeField } from "../../pages/code-field.js";
import { hiddenFields } from "../../pages/fields.js";
import type { WebAuthnForm } from "../../types/forms.js";
import { html, type Html } from "../../pages/html.js";
import { renderPage, type Page, type PageFrame } from "../../pages/layout.js";
import { safeLink } from "../../pages/links.js";
import { lookup } from "../../pages/lookup.js";
import { signInForm } from "../../pages/sign-in-forms.js";
import { planSignIn } from "../../pages/sign-in-plan.js";
import type { TwoFactorMessages } from "../../types/two-factor-messages.js";

/** A QR code to draw. */
interface Picture {
  readonly size: number;
  readonly path: string;
}

/** The page to render, and its data. */
export type TwoFactorScreen = { readonly error?: string | undefined } & (
  | {
      readonly kind: "ask";
      readonly ways: { readonly app: boolean; readonly recovery: boolean };
      /** Asks for a recovery code instead of a code from the app. */
      readonly recovery: boolean;
      readonly passkey: WebAuthnForm | undefined;
      /** Seconds for which the browser can be remembered. */
      readonly remember: number | undefined;
      readonly callbackUrl: string;
    }
  | {
      readonly kind: "set-up";
      readonly secret: string;
      readonly uri: string;
      readonly picture: Picture;
      /** The secret, sealed. */
      readonly setUp: string;
      readonly replaces: boolean;
      /** The user isn't signed in until it is set up. */
      readonly must: boolean;
    }
  | { readonly kind: "codes"; readonly codes: readonly string[]; readonly next: string }
  | {
      readonly kind: "settings";
      readonly on: boolean;
      readonly recoveryCodesLeft: number;
      readonly required: boolean;
      readonly home: string;
    }
);

type ScreenOf<Kind extends TwoFactorScreen["kind"]> = Extract<TwoFactorScreen, { kind: Kind }>;

export interface TwoFactorPageProps extends PageFrame {
  readonly screen: TwoFactorScreen;
  readonly texts: TwoFactorMessages;
  readonly csrfToken: string;
  readonly urls: Readonly<
    Record<"ask" | "setUp" | "settings" | "codes" | "off" | "signIn", string>
  >;
}

interface Content {
  readonly title: string;
  readonly body: Html;
  readonly script?: string | undefined;
}

/** Dark on light in both color schemes, because phones can't read the inverse. */
const css = `
.qr { display: grid; justify-items: center; gap: 0.75rem; margin: 0; }
.qr svg { inline-size: min(100%, 14rem); block-size: auto; padding: 0; border-radius: 0.625rem; background: #ffffff; border: 1px solid var(--line); shape-rendering: crispEdges; forced-color-adjust: none; }
.qr path { fill: #000000; stroke: none; }
.key, .codes { font: 500 1rem/1.75rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.key { padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--raised); text-align: center; direction: ltr; user-select: all; }
.codes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11.5rem, 100%), 1fr)); gap: 0 1rem; margin: 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--raised); list-style: none; direction: ltr; user-select: all; }
.recovery { font: 500 1rem/1.5rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; text-align: center; min-block-size: 3.5rem; direction: ltr; }
@media print { .button, .brand { display: none; } }
`.replaceAll(/\s+/g, " ");

const recoveryCode = { class: "recovery", autocomplete: "off" };

const link = (label: string, href: string): Html =>
  html`<a class="link" href="${safeLink(href)}">${label}</a>`;

const primary = (label: string): Html =>
  html`<button class="button primary" type="submit" id="submitButton">
    <span>${label}</span>
  </button>`;

const intro = (title: string, sentences: readonly string[]): Html =>
  html`<div class="intro">
    <h1>${title}</h1>
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
  </div>`;

function alertOf({ screen, texts }: TwoFactorPageProps, own?: string): Html | false {
  const { error } = screen;
  if (error === undefined) return false;
  return errorAlert(own ?? lookup(texts.errors, error) ?? texts.errorDefault);
}

const hour = 60 * 60;

function rememberText(seconds: number, texts: TwoFactorMessages): string {
  const days = Math.round(seconds / (24 * hour));
  return days >= 1
    ? texts.remember(days)
    : texts.rememberHours(Math.max(1, Math.round(seconds / hour)));
}

function codeForm(props: TwoFactorPageProps, screen: ScreenOf<"ask">): Html {
  const { recovery, remember } = screen;
  const { texts } = props;
  const { label, hint } = recovery ? texts.recovery : texts.ask;
  const field = { name: "code", label, hint, invalid: screen.error !== undefined };
  // With a choice to make below the code, it's the button that submits.
  const submits = remember === undefined ? props.messages.codeSubmits : undefined;
  const check =
    remember !== undefined &&
    html`<div class="check">
      <input type="checkbox" id="input-remember" name="rememberBrowser" value="1" /><label
        for="input-remember"
        >${rememberText(remember, texts)}</label
      >
    </div>`;
  return html`<form class="provider" method="post" action="${safeLink(props.urls.ask)}">
    ${hiddenFields({ csrfToken: props.csrfToken, way: recovery ? "recovery" : undefined })}
    ${codeField({ ...field, ...(recovery ? { kind: recoveryCode } : { submits }) })} ${check}
    ${primary(texts.ask.button)}
  </form>`;
}

function passkeyHtml(props: TwoFactorPageProps, screen: ScreenOf<"ask">): Html | false {
  const { passkey, callbackUrl, ways } = screen;
  if (!passkey) return false;
  const { csrfToken, messages } = props;
  const plan = planSignIn([passkey], {});
  const form = signInForm(passkey, { csrfToken, callbackUrl, messages, plan });
  const isAlone = !ways.app && !ways.recovery;
  return html`<div class="group" data-kind="webauthn" hidden>
    ${!isAlone && html`<p class="or">${messages.or}</p>`} ${form}
  </div>`;
}

function askContent(props: TwoFactorPageProps, screen: ScreenOf<"ask">): Content {
  const { ways, recovery, passkey } = screen;
  const { urls, messages, texts } = props;
  const takesCode = ways.app || ways.recovery;
  const { title, intro: sentence } = !takesCode
    ? texts.passkeyOnly
    : recovery
      ? texts.recovery
      : texts.ask;
  const other = recovery
    ? ways.app && link(texts.recovery.toApp, urls.ask)
    : ways.recovery && link(texts.ask.toRecovery, `${urls.ask}?way=recovery`);
  const body = html`${intro(title, [sentence])}
    ${alertOf(props, recovery ? texts.recoveryWrong : undefined)}
    <div class="groups">
      ${takesCode && html`<div class="group" data-kind="code">${codeForm(props, screen)}</div>`}
      ${passkeyHtml(props, screen)}
    </div>
    ${
      passkey &&
      html`<noscript><p class="muted small">${messages.signIn.passkeyNeedsScript}</p></noscript>`
    }
    ${other} ${link(texts.otherWay, urls.signIn)}`;
  return { title, body, script: passkey?.scriptUrl };
}

function setUpContent(props: TwoFactorPageProps, screen: ScreenOf<"set-up">): Content {
  const { picture, secret, uri, setUp, replaces, must } = screen;
  const { texts, messages } = props;
  const said = texts.setUp;
  const title = replaces ? said.replaceTitle : said.title;
  const sentences = replaces ? [said.replaces] : [must ? said.must : said.intro];
  const box = `0 0 ${picture.size} ${picture.size}`;
  const grouped = (secret.match(/.{1,4}/g) ?? []).join(" ");
  const body = html`${intro(title, sentences)} ${alertOf(props)}
    <figure class="qr">
      <p class="small">${said.scan}</p>
      <svg viewBox="${box}" role="img" aria-label="${said.picture}">
        <path d="${picture.path}" />
      </svg>
    </figure>
    <div class="stack">
      <p class="muted small">${said.byHand}</p>
      <p class="key">${grouped}</p>
      ${appLink(said.onPhone, uri)}
    </div>
    <form class="provider" method="post" action="${safeLink(props.urls.setUp)}">
      ${hiddenFields({ setUp, csrfToken: props.csrfToken })}
      ${codeField({
        name: "code",
        label: said.label,
        invalid: screen.error === "SecondStepWrong",
        submits: messages.codeSubmits,
      })}
      ${primary(replaces ? said.replaceButton : said.button)}
    </form>
    ${!must && link(said.back, props.urls.settings)}`;
  return { title, body };
}

/** A link to the app (`otpauth:`), the only one that isn't http(s). Its parts are escaped. */
function appLink(label: string, uri: string): Html | false {
  if (!/^otpauth:\/\/totp\/[\w.~!'()*%:-]*\?[\w.~*%&=-]+$/.test(uri)) return false;
  return html`<a class="link" href="${uri}">${label}</a>`;
}

function codesContent({ texts }: TwoFactorPageProps, { codes, next }: ScreenOf<"codes">): Content {
  const { title, intro: sentence, list, button } = texts.codes;
  const body = html`${intro(title, [sentence])}
    <ol class="codes" aria-label="${list}">
      ${codes.map((code) => html`<li>${code}</li>`)}
    </ol>
    <a class="button primary" id="submitButton" href="${safeLink(next)}"
      ><span>${button}</span></a
    >`;
  return { title, body };
}

function settingsContent(props: TwoFactorPageProps, screen: ScreenOf<"settings">): Content {
  const { on, recoveryCodesLeft, required, home } = screen;
  const { urls, csrfToken, texts } = props;
  const said = texts.settings;
  const button = (label: string, action: string) =>
    html`<form method="post" action="${safeLink(action)}">
      ${hiddenFields({ csrfToken })}
      <button class="button" type="submit"><span>${label}</span></button>
    </form>`;
  const body = html`${intro(said.title, on ? [said.on, said.left(recoveryCodesLeft)] : [said.off])}
    ${alertOf(props)}
    <div class="stack">
      <a class="${on ? "button" : "button primary"}" href="${safeLink(urls.setUp)}"
        ><span>${on ? said.replace : said.turnOn}</span></a
      >
      ${on && button(said.newCodes, urls.codes)}
      ${on && !required && button(said.turnOff, urls.off)}
      ${on && required && html`<p class="muted small">${said.required}</p>`}
    </div>
    ${link(said.back, home)}`;
  return { title: said.title, body };
}

function contentOf(props: TwoFactorPageProps): Content {
  const { screen } = props;
  switch (screen.kind) {
    case "ask":
      return askContent(props, screen);
    case "set-up":
      return setUpContent(props, screen);
    case "codes":
      return codesContent(props, screen);
    case "settings":
      return settingsContent(props, screen);
  }
}

/**
 * Renders the pages that ask for, set up and change a second factor. Only passkeys need a script.
 */
export async function twoFactorPage(props: TwoFactorPageProps): Promise<Page> {
  const { theme, messages, siteName, formAction } = props;
  const content = contentOf(props);
  const frame = { theme, messages, siteName, formAction, kind: "second-step", css };
  return renderPage({ ...frame, ...content });
}
