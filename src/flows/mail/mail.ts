import { formatColor, parseColor } from "../../pages/color.js";
import { readablePair, WHITE } from "../../pages/contrast.js";
import { html, type Html, styleElement } from "../../pages/html.js";
import { darkPalette, lightPalette, type Palette } from "../../pages/palette.js";
import type { Theme } from "../../types/pages.js";
import type { SignInMail } from "../../types/providers.js";
import type { MailMessages } from "./mail-messages.js";

/** What the mail contains. */
export interface MailProps {
  readonly url: string;
  readonly code: string;
  readonly expires: Date;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly host: string;
  readonly siteName: string;
  readonly theme: Theme;
  readonly messages: MailMessages;
}

/** The mail with the link and the code: subject, HTML, and the same as plain text. */
export function renderMail(given: MailProps): SignInMail {
  const props = { ...given, siteName: oneLine(given.siteName) };
  const { theme, messages } = props;
  const { lang, dir } = messages;
  const subject = messages.subject(props.siteName);
  const document = mailDocument({ theme, lang, dir, subject }, (styles) => bodyOf(props, styles));
  return { subject, text: textOf(props), html: document.toString() };
}

/** A line break in the subject would start another header. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function textOf(props: MailProps): string {
  const { siteName: site, host, messages } = props;
  const heading = [messages.title(site), ...(site === host ? [] : [host])];
  return [
    heading.join("\n"),
    `${messages.codeIntro}\n\n    ${props.code}`,
    `${messages.textLinkIntro}\n${props.url}`,
    `${messages.expires(minutesLeft(props))}\n${messages.keepSecret(site)}`,
    `${messages.notYou}\n`,
  ].join("\n\n");
}

/** Minutes until the mail's link and code expire. */
function minutesLeft({ expires, now }: MailProps): number {
  return Math.max(1, Math.round((expires.getTime() - now) / 60_000));
}

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const mono = "ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace";

type MailStyles = Readonly<Record<keyof ReturnType<typeof mailStyles>, string>>;

/** Inline styles by part. Many mail clients ignore style sheets. */
function mailStyles(colors: MailColors) {
  const { canvas, surface, raised, line, text, muted, button, buttonText } = colors;
  const base = `margin:0;font-family:${sans};`;
  return {
    body: `margin:0;padding:0;background-color:${canvas};`,
    canvas: `background-color:${canvas};`,
    edge: "padding:32px 16px;",
    card: `width:100%;max-width:480px;background-color:${surface};border:1px solid ${line};border-radius:12px;`,
    content: "padding:32px 28px;",
    host: `${base}padding-top:4px;font-size:14px;line-height:21px;color:${muted};overflow-wrap:anywhere;`,
    title: `${base}font-size:24px;line-height:32px;font-weight:650;color:${text};overflow-wrap:anywhere;`,
    paragraph: `${base}padding-top:20px;font-size:16px;line-height:24px;color:${text};`,
    code: `margin:12px 0 0;padding:16px 0 16px 10px;font-family:${mono};font-size:34px;line-height:40px;font-weight:600;letter-spacing:10px;text-align:center;color:${text};background-color:${raised};border:1px solid ${line};border-radius:8px;`,
    buttonTable: "margin-top:12px;",
    buttonCell: `background-color:${button};border-radius:8px;text-align:center;`,
    button: `display:block;padding:14px 24px;font-family:${sans};font-size:16px;line-height:20px;font-weight:600;color:${buttonText};text-decoration:none;border-radius:8px;`,
    small: `${base}padding-top:16px;font-size:14px;line-height:21px;color:${muted};`,
    link: `color:${muted};overflow-wrap:anywhere;word-break:break-all;`,
    rule: `height:1px;margin-top:24px;font-size:0;line-height:1px;background-color:${line};`,
  };
}

/** The rules that recolor each part in dark mode. */
function darkRules(colors: MailColors): string {
  const { canvas, surface, raised, line, text, muted, button, buttonText } = colors;
  const rules = [
    `.canvas{background-color:${canvas}!important}`,
    `.card{background-color:${surface}!important;border-color:${line}!important}`,
    `.text{color:${text}!important}`,
    `.muted{color:${muted}!important}`,
    `.code{color:${text}!important;background-color:${raised}!important;border-color:${line}!important}`,
    `.cell{background-color:${button}!important}`,
    `.button{color:${buttonText}!important}`,
    `.rule{background-color:${line}!important}`,
  ];
  return `@media (prefers-color-scheme:dark){${rules.join("")}}`;
}

export interface MailAbout extends Pick<MailMessages, "lang" | "dir"> {
  readonly theme: Theme;
  readonly subject: string;
}

/** Any mail in the common frame. */
export function mailDocument(
  { theme, lang, dir, subject }: MailAbout,
  body: (styles: MailStyles) => Html,
): Html {
  const { first, dark } = mailSchemes(theme);
  const styles = mailStyles(first);
  const schemes = dark ? "light dark" : theme.colorScheme === "dark" ? "dark" : "light";
  return html`<!doctype html>
    <html lang="${lang}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${schemes}" />
        <meta name="supported-color-schemes" content="${schemes}" />
        <title>${subject}</title>
        ${styleElement(`:root{color-scheme:${schemes}}${dark ? darkRules(dark) : ""}`)}
      </head>
      <body class="canvas" style="${styles.body}">
        <div role="article" aria-roledescription="email" aria-label="${subject}">
          ${frame(styles, body(styles))}
        </div>
      </body>
    </html> `;
}

function frame(styles: MailStyles, content: Html): Html {
  return html`<table
    role="presentation"
    class="canvas"
    style="${styles.canvas}"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
  >
    <tr>
      <td align="center" style="${styles.edge}">
        <table
          role="presentation"
          class="card"
          style="${styles.card}"
          width="480"
          cellpadding="0"
          cellspacing="0"
          border="0"
        >
          <tr>
            <td style="${styles.content}">${content}</td>
          </tr>
        </table>
      </td>
    </tr>
  </table>`;
}

/** The body in tables and inline styles, which all mail clients support. */
function bodyOf(props: MailProps, styles: MailStyles): Html {
  const { siteName, host, code, url, messages } = props;
  return html`<h1 class="text" style="${styles.title}">${messages.title(siteName)}</h1>
    ${siteName !== host && html`<p class="muted" style="${styles.host}">${host}</p>`}
    <p class="text" style="${styles.paragraph}">${messages.codeIntro}</p>
    <p class="code" style="${styles.code}">${code}</p>
    <p class="text" style="${styles.paragraph}">${messages.buttonIntro}</p>
    ${buttonOf(messages.button, url, styles)}
    <p class="muted" style="${styles.small}">
      ${messages.linkIntro}<br /><a class="muted" href="${url}" style="${styles.link}">${url}</a>
    </p>
    <div class="rule" style="${styles.rule}"></div>
    <p class="muted" style="${styles.small}">
      ${messages.expires(minutesLeft(props))} ${messages.keepSecret(siteName)}
    </p>
    <p class="muted" style="${styles.small}">${messages.notYou}</p>`;
}

export function buttonOf(label: string, url: string, styles: MailStyles): Html {
  return html`<table
    role="presentation"
    style="${styles.buttonTable}"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
  >
    <tr>
      <td class="cell" style="${styles.buttonCell}">
        <a class="button" href="${url}" style="${styles.button}">${label}</a>
      </td>
    </tr>
  </table>`;
}

/** The colors of the mail in one scheme, the same as those of the pages. */
type MailColors = ReturnType<typeof colorsOf>;

interface MailSchemes {
  /** Inline, for mail clients without style sheets. */
  readonly first: MailColors;
  /** The override for dark mode. */
  readonly dark: MailColors | undefined;
}

function mailSchemes(theme: Theme): MailSchemes {
  const light = colorsOf(lightPalette, theme);
  const dark = colorsOf(darkPalette, theme);
  if (theme.colorScheme === "dark") return { first: dark, dark: undefined };
  return { first: light, dark: theme.colorScheme === "light" ? undefined : dark };
}

function colorsOf(palette: Palette, { brandColor = "", buttonText = "" }: Theme) {
  const { canvas, surface, raised, line, text, muted, accent } = palette;
  const wanted = parseColor(brandColor) ?? parseColor(accent) ?? WHITE;
  const pair = readablePair(wanted, parseColor(buttonText));
  const button = { button: formatColor(pair.background), buttonText: formatColor(pair.text) };
  return { canvas, surface, raised, line, text, muted, ...button };
}
