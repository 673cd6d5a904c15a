import { attributes, type AttributeValue } from "./attributes.js";
import { ERROR_ID } from "./fields.js";
import { html, type Html } from "./html.js";

interface CodeField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** Whether the page's error concerns this field. */
  readonly invalid: boolean;
  /**
   * Says that a complete code is submitted by itself, which the page's script does only where this
   * is said (WCAG 2.2, 3.2.2).
   */
  readonly submits?: string | undefined;
  /** For codes that aren't six digits. */
  readonly kind?: Readonly<Record<string, AttributeValue>>;
}

/** People paste codes with spaces around or inside them, so the pattern allows spaces. */
const sixDigits = {
  class: "code",
  inputmode: "numeric",
  autocomplete: "one-time-code",
  pattern: "\\s*[0-9]{3}\\s?[0-9]{3}\\s*",
};

/** The field for a code, and below it what it is and when it's submitted. */
export function codeField(props: CodeField): Html {
  const { name, label, hint, invalid, submits, kind = sixDigits } = props;
  const isHinted = hint !== undefined || submits !== undefined;
  const described = [...(invalid ? [ERROR_ID] : []), ...(isHinted ? ["code-hint"] : [])];
  const values: Readonly<Record<string, AttributeValue>> = {
    ...kind,
    id: "input-code",
    name,
    type: "text",
    autocapitalize: "none",
    spellcheck: "false",
    maxlength: "40",
    required: true,
    autofocus: true,
    "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
    "aria-invalid": invalid ? "true" : undefined,
  };
  // The script reveals what it does itself, so it isn't promised where scripts are off.
  const promise = submits !== undefined && html`<span data-submits hidden>${submits}</span>`;
  return html`<div class="field">
    <label for="input-code">${label}</label><input ${attributes(values)} />
    ${isHinted && html`<p class="muted small" id="code-hint">${hint} ${promise}</p>`}
  </div>`;
}
