import { errorAlert, notice } from "../../pages/alert.js";
import { hiddenFields } from "../../pages/fields.js";
import { html, type Html } from "../../pages/html.js";
import { safeLink } from "../../pages/links.js";
import { lookup } from "../../pages/lookup.js";
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
  const errors: Readonly<Record<string, string>> = texts.errors;
  return html`<div class="intro">
      <h1>${texts.title}</h1>
      <p>${texts.intro}</p>
    </div>
    ${error !== undefined && errorAlert(lookup(errors, error) ?? texts.errorDefault)}
    ${made && madeHtml(props, made)}
    ${keys.map(
      (key) =>
        html`<hr class="rule" />
          ${keyHtml(props, key)}`,
    )}
    <hr class="rule" />
    ${createForm(props)}
    <a class="link" href="${safeLink(props.back)}">${texts.back}</a>`;
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
  const { texts, now, urls } = props;
  const { expiresAt, lastUsedAt, scopes } = key;
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
    ${!isOver && actForm(props, urls.rotate, { id: key.id, label: texts.rotate })}
    ${actForm(props, urls.revoke, { id: key.id, label: texts.revoke })}
  </section>`;
}

function actForm(
  { csrfToken }: KeysPageProps,
  url: string,
  { id, label }: { readonly id: string; readonly label: string },
): Html {
  return html`<form method="post" action="${safeLink(url)}">
    ${hiddenFields({ csrfToken, id })}
    <button class="button" type="submit"><span>${label}</span></button>
  </form>`;
}

function createForm({ texts, csrfToken, mostDays, scopes, urls }: KeysPageProps): Html {
  const listed = Object.entries(scopes);
  return html`<form class="provider" method="post" action="${safeLink(urls.create)}">
    ${hiddenFields({ csrfToken })}
    <div class="fields">
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
    </div>
    <button class="button primary" type="submit"><span>${texts.create}</span></button>
  </form>`;
}
