import { alertFor, notice } from "../../pages/alert.js";
import { buttonForm, introHtml } from "../../pages/blocks.js";
import { html, type Html } from "../../pages/html.js";
import { linkHtml } from "../../pages/links.js";
import type { ApiKeyMessages } from "../../types/api-key-messages.js";
import type { ApiKeyInfo, NewApiKey } from "./managed.js";

export interface KeysPageProps {
  readonly texts: ApiKeyMessages;
  readonly keys: readonly ApiKeyInfo[];
  readonly made: NewApiKey | undefined;
  readonly error: string | undefined;
  readonly scopes: Readonly<Record<string, string>>;
  readonly now: number;
  readonly csrfToken: string;
  readonly mostDays: number | undefined;
  readonly urls: Readonly<Record<"create" | "rotate" | "revoke", string>>;
  readonly back: string;
}

/** Renders the new key if there is one, the other keys, and the form for another. */
export function keysPage(props: KeysPageProps): Html {
  const { texts, keys, error, made } = props;
  return html`${introHtml(texts.title, texts.intro)} ${alertFor(texts, error)}
    ${made && madeHtml(props, made)}
    ${keys.map(
      (key) =>
        html`<hr class="rule" />
          ${keyHtml(props, key)}`,
    )}
    <hr class="rule" />
    ${createForm(props)} ${linkHtml(texts.back, props.back)}`;
}

function madeHtml({ texts }: KeysPageProps, { key }: NewApiKey): Html {
  return html`${notice(texts.made)}
    <div class="field">
      <label for="new-key">${texts.newKey}</label>
      <input id="new-key" value="${key}" readonly dir="ltr" autocomplete="off" spellcheck="false" />
    </div>`;
}

/** The day in UTC, in a form that is read the same everywhere: 2030-01-31. */
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function keyHtml(props: KeysPageProps, key: ApiKeyInfo): Html {
  const { texts, now, urls, csrfToken } = props;
  const { id, expiresAt, lastUsedAt, scopes } = key;
  const fields = { csrfToken, id };
  const isOver = expiresAt !== null && expiresAt.getTime() <= now;
  const ends = expiresAt && (isOver ? texts.ended : texts.until)(dayOf(expiresAt));
  const facts = [
    key.hint,
    lastUsedAt ? texts.used(dayOf(lastUsedAt)) : texts.unused,
    ...(ends === null ? [] : [ends]),
    ...scopes.map((scope) => props.scopes[scope] ?? scope),
  ];
  return html`<section class="stack">
    <h2>${key.name}</h2>
    <p class="muted small">${facts.join(" · ")}</p>
    ${!isOver && buttonForm({ action: urls.rotate, fields, label: texts.rotate })}
    ${buttonForm({ action: urls.revoke, fields, label: texts.revoke })}
  </section>`;
}

function createForm({ texts, csrfToken, mostDays, scopes, urls }: KeysPageProps): Html {
  const listed = Object.entries(scopes);
  const inside = html`<div class="fields">
    <div class="field">
      <label for="key-name">${texts.name}</label>
      <input id="key-name" name="name" maxlength="60" required autocomplete="off" />
    </div>
    <div class="field">
      <label for="key-days">${texts.days}</label>
      <input
        id="key-days"
        name="days"
        type="number"
        min="1"
        ${mostDays !== undefined && html`max="${mostDays}"`}
        value="${Math.min(90, mostDays ?? 90)}"
        required
      />
    </div>
    ${listed.length > 0 && html`<h2>${texts.scopes}</h2>`}
    ${listed.map(
      ([scope, means], index) =>
        html`<div class="check">
          <input type="checkbox" id="scope-${index}" name="scope:${scope}" value="on" />
          <label for="scope-${index}">${means}</label>
        </div>`,
    )}
  </div>`;
  const form = { action: urls.create, fields: { csrfToken }, inside };
  return buttonForm({ ...form, label: texts.create, style: "primary" });
}
