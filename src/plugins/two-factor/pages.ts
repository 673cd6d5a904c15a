import { alertFor, errorAlert } from "../../pages/alert.js";
import { buttonForm, introHtml, linkButton } from "../../pages/blocks.js";
import { codeField } from "../../pages/code-field.js";
import type { WebAuthnForm } from "../../types/forms.js";
import { html, type Html } from "../../pages/html.js";
import { renderPage, type Page, type PageFrame } from "../../pages/layout.js";
import { linkHtml, safeLink } from "../../pages/links.js";
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

const primary = { style: "primary", id: "submitButton" } as const;

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
  const typed = codeField({ ...field, ...(recovery ? { kind: recoveryCode } : { submits }) });
  return buttonForm({
    action: props.urls.ask,
    fields: { csrfToken: props.csrfToken, way: recovery ? "recovery" : undefined },
    inside: html`${typed} ${check}`,
    ...{ ...primary, label: texts.ask.button },
  });
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
    ? ways.app && linkHtml(texts.recovery.toApp, urls.ask)
    : ways.recovery && linkHtml(texts.ask.toRecovery, `${urls.ask}?way=recovery`);
  const isWrong = recovery && screen.error !== undefined;
  const body = html`${introHtml(title, sentence)}
    ${isWrong ? errorAlert(texts.recoveryWrong) : alertFor(texts, screen.error)}
    <div class="groups">
      ${takesCode && html`<div class="group" data-kind="code">${codeForm(props, screen)}</div>`}
      ${passkeyHtml(props, screen)}
    </div>
    ${
      passkey &&
      html`<noscript><p class="muted small">${messages.signIn.passkeyNeedsScript}</p></noscript>`
    }
    ${other} ${linkHtml(texts.otherWay, urls.signIn)}`;
  return { title, body, script: passkey?.scriptUrl };
}

function setUpContent(props: TwoFactorPageProps, screen: ScreenOf<"set-up">): Content {
  const { picture, secret, uri, setUp, replaces, must } = screen;
  const { texts, messages } = props;
  const said = texts.setUp;
  const title = replaces ? said.replaceTitle : said.title;
  const sentence = replaces ? said.replaces : must ? said.must : said.intro;
  const box = `0 0 ${picture.size} ${picture.size}`;
  const grouped = (secret.match(/.{1,4}/g) ?? []).join(" ");
  const form = {
    action: props.urls.setUp,
    fields: { setUp, csrfToken: props.csrfToken },
    inside: codeField({
      name: "code",
      label: said.label,
      invalid: screen.error === "SecondStepWrong",
      submits: messages.codeSubmits,
    }),
  };
  const body = html`${introHtml(title, sentence)} ${alertFor(texts, screen.error)}
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
    ${buttonForm({ ...form, ...primary, label: replaces ? said.replaceButton : said.button })}
    ${!must && linkHtml(said.back, props.urls.settings)}`;
  return { title, body };
}

/** A link to the app (`otpauth:`), the only one that isn't http(s). Its parts are escaped. */
function appLink(label: string, uri: string): Html | false {
  if (!/^otpauth:\/\/totp\/[\w.~!'()*%:-]*\?[\w.~*%&=-]+$/.test(uri)) return false;
  return html`<a class="link" href="${uri}">${label}</a>`;
}

function codesContent({ texts }: TwoFactorPageProps, { codes, next }: ScreenOf<"codes">): Content {
  const { title, intro: sentence, list, button } = texts.codes;
  const body = html`${introHtml(title, sentence)}
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
  const intro = on
    ? introHtml(said.title, said.on, said.left(recoveryCodesLeft))
    : introHtml(said.title, said.off);
  const setUp = on
    ? linkButton(said.replace, urls.setUp)
    : linkButton(said.turnOn, urls.setUp, "primary");
  const form = (action: string, label: string) =>
    buttonForm({ action, fields: { csrfToken }, label });
  const body = html`${intro} ${alertFor(texts, screen.error)}
    <div class="stack">
      ${setUp} ${on && form(urls.codes, said.newCodes)}
      ${on && !required && form(urls.off, said.turnOff)}
      ${on && required && html`<p class="muted small">${said.required}</p>`}
    </div>
    ${linkHtml(said.back, home)}`;
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
