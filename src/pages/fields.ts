import { attributes } from "./attributes.js";
import type { AttributeValue } from "./attributes.js";
import { autocompleteFor, extraAttributes, inputType } from "./field-attributes.js";
import type { FormField } from "./forms.js";
import { html } from "./html.js";
import { eyeIcon } from "./icons.js";
import type { Html } from "./html.js";

/** The id of the region in which a page says what went wrong. */
export const ERROR_ID = "error";

/** How a field stands on its page. */
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
  return html`<div class="field">
    ${label}
    <div class="secret">${input}${revealHtml(field)}</div>
  </div>`;
}

/** Shown by the script of the page, without which it could do nothing. Named by text: tests find fields by label. */
function revealHtml({ reveal = "" }: FormField): Html {
  return html`<button class="reveal" type="button" data-reveal aria-pressed="false" hidden>
    ${eyeIcon}<span class="unseen">${reveal}</span>
  </button>`;
}

/** Values that go along with a form unseen. */
export function hiddenFields(
  values: Readonly<Record<string, string | undefined>>,
): readonly Html[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}" />`],
  );
}
