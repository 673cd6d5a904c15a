import type { ScreenPage } from "../../core/flow.js";
import { errorAlert } from "../../pages/alert.js";
import { fieldHtml, footerLink, hiddenFields } from "../../pages/fields.js";
import type { FooterLink, FormField } from "../../types/forms.js";
import { html, type Html } from "../../pages/html.js";
import { renderPage, type Page } from "../../pages/layout.js";
import { safeLink } from "../../pages/links.js";
import { lookup } from "../../pages/lookup.js";
import type { PasswordMessages } from "../../pages/messages.js";

export interface PasswordPageProps extends ScreenPage {
  readonly texts: PasswordMessages;
}

/** The texts and fields of a page. */
interface Content {
  readonly title: string;
  readonly intro: string;
  readonly button: string;
  readonly note?: string;
  readonly fields: readonly FormField[];
  /** Whether the address is shown as fixed text. */
  readonly showsAddress?: boolean;
  readonly link?: FooterLink;
}

const emailField = (texts: PasswordMessages, value: string | undefined): FormField => ({
  name: "email",
  label: texts.emailLabel,
  type: "email",
  placeholder: texts.emailPlaceholder,
  autocomplete: "username",
  required: true,
  value,
});

const newPassword = (texts: PasswordMessages, label: string, least: number): FormField => ({
  name: "password",
  label,
  reveal: texts.showPassword,
  type: "password",
  autocomplete: "new-password",
  required: true,
  attributes: { minlength: least },
});

/** The app's own fields. */
function ownFields({ texts, inputs = [] }: PasswordPageProps): FormField[] {
  return inputs.map(({ name, label, required, maxLength, autocomplete, value }) => ({
    ...{ name, required, autocomplete, value, type: "text" },
    label: label ?? lookup(texts.fields, name) ?? name,
    attributes: { maxlength: maxLength },
  }));
}

const current = (texts: PasswordMessages): FormField => ({
  name: "current",
  label: texts.currentLabel,
  reveal: texts.showPassword,
  type: "password",
  autocomplete: "current-password",
  required: true,
});

function contentOf(props: PasswordPageProps): Content {
  const { screen, email, minLength, signInUrl, forgotUrl, asksForPassword } = props;
  const { texts, messages } = props;
  const { passwordLabel, newPasswordLabel } = texts;
  switch (screen) {
    case "sign-up":
      return {
        ...texts.signUp,
        fields: [
          ...ownFields(props),
          emailField(texts, email),
          newPassword(texts, passwordLabel, minLength),
        ],
        link: {
          question: texts.signInQuestion,
          label: messages.signIn.withForm,
          href: signInUrl,
        },
      };
    case "forgot":
      return {
        ...texts.forgot,
        fields: [emailField(texts, email)],
        link: { label: texts.signInLink, href: signInUrl },
      };
    case "reset":
      return {
        ...texts.reset,
        fields: [...ownFields(props), newPassword(texts, newPasswordLabel, minLength)],
        showsAddress: true,
      };
    case "confirm":
      return { ...texts.confirm, fields: [], showsAddress: true };
    case "change": {
      const { title, first, intro, button } = texts.change;
      const fields = [newPassword(texts, newPasswordLabel, minLength)];
      return asksForPassword
        ? {
            ...{ title, intro, button },
            fields: [current(texts), ...fields],
            link: { label: texts.forgotLink, href: forgotUrl },
          }
        : { title: first, intro, button, fields };
    }
  }
}

function sentence(props: PasswordPageProps): string | undefined {
  const { error, minLength } = props;
  if (error === undefined) return undefined;
  const { texts } = props;
  if (error === "PasswordTooShort") return texts.tooShort(minLength);
  return lookup(texts.errors, error) ?? texts.errorDefault;
}

/** The field an error concerns. */
const concerned = (error: string | undefined): string | undefined => {
  if (error === undefined) return undefined;
  if (error === "InvalidEmail") return "email";
  return error === "PasswordWrong" ? "current" : "password";
};

function formHtml(props: PasswordPageProps, content: Content): Html {
  const { csrfToken, callbackUrl, hidden, minLength } = props;
  const wrong = props.field ?? concerned(props.error);
  const focus = wrong ?? content.fields[0]?.name;
  const fields = content.fields.map((field) =>
    fieldHtml(field, {
      provider: "password",
      invalid: field.name === wrong,
      autofocus: field.name === focus,
    }),
  );
  const chooses = content.fields.some(({ autocomplete }) => autocomplete === "new-password");
  return html`<form class="provider" method="post" action="${safeLink(props.action)}">
    ${hiddenFields({ callbackUrl, ...hidden, csrfToken })}
    ${fields.length > 0 && html`<div class="fields">${fields}</div>`}
    ${chooses && html`<p class="muted small">${props.texts.hint(minLength)}</p>`}
    <button class="button primary" type="submit" id="submitButton">
      <span>${content.button}</span>
    </button>
  </form>`;
}

/** The pages for signing up and choosing passwords. They work without JavaScript. */
export async function passwordPage(props: PasswordPageProps): Promise<Page> {
  const content = contentOf(props);
  const { title, intro, note, link, showsAddress } = content;
  const alert = sentence(props);
  const body = html`<div class="intro">
      <h1>${title}</h1>
      <p>${intro}</p>
      ${showsAddress && html`<p class="address"><bdi>${props.email ?? ""}</bdi></p>`}
    </div>
    ${alert !== undefined && errorAlert(alert)} ${formHtml(props, content)}
    ${note !== undefined && html`<p class="muted small">${note}</p>`} ${link && footerLink(link)}`;
  return renderPage({ ...props, title, kind: "password", body });
}
