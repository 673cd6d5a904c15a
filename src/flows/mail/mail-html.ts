import { html, styleElement, type Html } from "../../pages/html.js";
import type { Theme } from "../../types/pages.js";
import { mailSchemes } from "./mail-colours.js";
import type { MailMessages } from "./mail-messages.js";
import { minutesLeft, type MailProps } from "./mail-props.js";
import { darkRules, mailStyles, type MailStyles } from "./mail-style.js";

/** The mail as HTML: tables and styles in the markup, since that is what mail programs agree on. */
export function documentOf(props: MailProps, messages: MailMessages, subject: string): Html {
  const { lang, dir } = messages;
  const about = { theme: props.theme, lang, dir, subject };
  return mailDocument(about, (styles) => bodyOf(props, messages, styles));
}

export interface MailAbout extends Pick<MailMessages, "lang" | "dir"> {
  readonly theme: Theme;
  readonly subject: string;
}

/** Any mail in the frame that all of them have. */
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

function bodyOf(props: MailProps, messages: MailMessages, styles: MailStyles): Html {
  const { siteName, host, code, url } = props;
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
