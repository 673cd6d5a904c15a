import { attributes, type AttributeValue } from "./attributes.js";
import { autocompleteFor, extraAttributes, inputType } from "./field-attributes.js";
import type { FooterLink, FormField } from "../types/forms.js";
import { html, type Html } from "./html.js";
import { eyeIcon } from "./icons.js";
import { linkHtml } from "./links.js";

/** The id of the element that has the page's error. */
export const ERROR_ID = "error";

/** How a field is shown on its page. */
export interface FieldPlace {
  /** The provider's id. */
  readonly provider: string;
  /** Whether the page's error concerns this field. */
  readonly invalid: boolean;
  readonly autofocus: boolean;
  /** For fields read by the passkey script. */
  readonly passkey?: boolean;
  /** Whether passkeys are offered from this field's autofill. */
  readonly conditional?: boolean;
}

/** The id of a field: `input-{name}-for-{provider}-provider`. */
export const fieldId = (name: string, provider: string): string =>
  `input-${name}-for-${provider}-provider`;

/** HTML, "autofill": the `webauthn` token comes last. */
function autocompleteAt(field: FormField, { conditional }: FieldPlace): string | undefined {
  const autocomplete = autocompleteFor(field);
  if (conditional !== true || /\bwebauthn\b/.test(autocomplete ?? "")) return autocomplete;
  return `${autocomplete ?? "username"} webauthn`;
}

function fieldAttributes(
  field: FormField,
  place: FieldPlace,
): Readonly<Record<string, AttributeValue>> {
  return {
    autofocus: place.autofocus,
    ...extraAttributes(field),
    id: fieldId(field.name, place.provider),
    name: field.name,
    type: inputType(field),
    value: field.value,
    placeholder: field.placeholder === "" ? undefined : field.placeholder,
    autocomplete: autocompleteAt(field, place),
    required: field.required,
    "aria-invalid": place.invalid ? "true" : undefined,
    "aria-describedby": place.invalid ? ERROR_ID : undefined,
    "data-form-field": place.passkey,
  };
}

/** A label and its input. */
export function fieldHtml(field: FormField, place: FieldPlace): Html {
  const input = html`<input ${attributes(fieldAttributes(field, place))} />`;
  const type = inputType(field);
  if (type === "hidden") return input;
  const label = html`<label for="${fieldId(field.name, place.provider)}">${field.label}</label>`;
  if (type === "checkbox") return html`<div class="check">${input}${label}</div>`;
  if (field.reveal === undefined) return html`<div class="field">${label}${input}</div>`;
  // The link is shown beside the label, but comes after the input in the order of the Tab key.
  return html`<div class="field">
    ${label}
    <div class="secret">${input}${revealHtml(field)}</div>
    ${field.link && linkHtml(field.link.label, field.link.href)}
  </div>`;
}

/** The link at the end of a page. */
export const footerLink = ({ question, label, href }: FooterLink): Html =>
  html`<p class="small">
    ${question !== undefined && html`<span class="muted">${question}</span>`}
    ${linkHtml(label, href)}
  </p>`;

/**
 * A button that shows the password. The page's script reveals it, since it does nothing without.
 * Labeled by text, because tests find fields by label.
 */
function revealHtml({ reveal = "" }: FormField): Html {
  return html`<button class="reveal" type="button" data-reveal aria-pressed="false" hidden>
    ${eyeIcon}<span class="unseen">${reveal}</span>
  </button>`;
}

/** Hidden fields of a form. */
export function hiddenFields(
  values: Readonly<Record<string, string | undefined>>,
): readonly Html[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}" />`],
  );
}
