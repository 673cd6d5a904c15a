import { coreOf } from "../../core/actions/plugin-context.js";
import type { Outcome } from "../../core/http/outcome.js";
import { actionPath, homeOf, localOf, withQuery } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { buttonHtml, introHtml, linkButton } from "../../pages/blocks.js";
import { fieldHtml, hiddenFields } from "../../pages/fields.js";
import { html, type Html } from "../../pages/html.js";
import { linkHtml, safeLink } from "../../pages/links.js";
import { rowsHtml } from "../../pages/rows.js";
import { tagsOf } from "./language.js";
import { statuses, type PageError } from "./page-acts.js";
import type { ListedUser, ShownUsers, UsersInfo } from "./page-info.js";
import {
  actForm,
  adminPage,
  avatarHtml,
  badgesHtml,
  partsOf,
  toldHtml,
  type PageParts,
} from "./page-parts.js";
import type { PagesDeps } from "./options.js";

interface Listed extends ShownUsers {
  readonly info: UsersInfo;
  /** Why the invitation wasn't sent. */
  readonly error: PageError | undefined;
}

/** The page with the users, a field to find them, and a form to invite others. */
export async function usersPage(
  { options }: PagesDeps,
  context: Context,
  listed: Listed,
): Promise<Outcome> {
  const parts = await partsOf(context);
  const { list } = parts.texts;
  const { info, error } = listed;
  const { theme } = coreOf(context);
  const home = localOf(context.site, homeOf(context.site));
  const body = html`${introHtml(list.title)} ${toldHtml(parts, error)} ${searchHtml(parts, listed)}
  ${filterHtml(parts, listed)} ${options.invitations && (await inviteHtml(parts, error))}
  ${
    info.users.length === 0
      ? isSearched(listed) && html`<p class="muted">${list.none}</p>`
      : rowsHtml(info.users.map((user) => personHtml(parts, user)))
  }
  ${turnHtml(parts, listed)} ${linkHtml(theme.name || new URL(context.site.origin).host, home)}`;
  return adminPage(parts, { title: list.title, body }, error ? statuses[error] : 200);
}

/** Whether all users were looked through that the page is about. */
function isSearched({ info, search }: Listed): boolean {
  return info.next === undefined && (info.lists || search !== "");
}

function searchHtml(
  { context, texts: { list } }: PageParts,
  { info, search, banned }: Listed,
): Html {
  const url = actionPath(context.site, "admin");
  const field = { name: "search", label: list.search, type: "search", value: search };
  const place = { provider: "admin", invalid: false, autofocus: false };
  return html`<form class="search" role="search" method="get" action="${safeLink(url)}">
      ${fieldHtml({ ...field, attributes: { maxlength: 255 } }, place)}
      ${banned && hiddenFields({ banned: "true" })} ${buttonHtml({ label: list.find })}
    </form>
    ${!info.lists && html`<p class="muted small">${list.exact}</p>`}
    ${search !== "" && linkHtml(list.all, url)}`;
}

/** Links to everybody and to those who are banned, of the same search. */
function filterHtml({ context, texts }: PageParts, { search, banned: isBanned }: Listed): Html {
  const { label, all, banned } = texts.list.filter;
  const link = (text: string, isShown: boolean, params: Readonly<Record<string, string>>) =>
    html`<a
      href="${listUrl(context, { search, ...params })}"
      ${isShown && html`aria-current="page"`}
      >${text}</a
    >`;
  return html`<nav class="filter" aria-label="${label}">
    ${link(all, !isBanned, {})} ${link(banned, isBanned, { banned: "true" })}
  </nav>`;
}

/** The address of the list; empty parameters are left out. */
function listUrl(context: Context, params: Readonly<Record<string, string>>): string {
  const given = Object.entries(params).filter(([, value]) => value !== "");
  return safeLink(withQuery(actionPath(context.site, "admin"), Object.fromEntries(given)));
}

function personHtml(parts: PageParts, user: ListedUser): Html {
  const url = withQuery(actionPath(parts.context.site, "admin", "user"), { id: user.id });
  const { name, email, id } = user;
  const second = name ? email : null;
  return html`<li class="row person">
    ${avatarHtml(user)}
    <div>
      <p class="name">
        <a href="${safeLink(url)}"><bdi>${name || email || id}</bdi></a>
      </p>
      ${second !== null && html`<p class="muted small"><bdi>${second}</bdi></p>`}
    </div>
    ${badgesHtml(parts, user)}
  </li>`;
}

/** Links to the first and the next page. */
function turnHtml(
  { context, texts: { list } }: PageParts,
  { info: { next }, search, after, banned }: Listed,
): Html | false {
  if (next === undefined && after === undefined) return false;
  const page = (params: Readonly<Record<string, string>>) =>
    listUrl(context, { search, ...(banned && { banned: "true" }), ...params });
  return html`<nav class="turn" aria-label="${list.title}">
    ${after !== undefined && linkButton(list.first, page({}))}
    ${
      next !== undefined &&
      html`<a class="button" rel="next" href="${page({ after: next })}"
        ><span>${list.next}</span></a
      >`
    }
  </nav>`;
}

async function inviteHtml(parts: PageParts, error: PageError | undefined): Promise<Html> {
  const { title, intro, email, name, button } = parts.texts.invite;
  const { body } = parts.context.request;
  const place = { provider: "invite", autofocus: error !== undefined };
  const inside = html`<p class="muted small">${intro}</p>
    ${fieldHtml(
      {
        name: "email",
        label: email,
        type: "email",
        autocomplete: "off",
        required: true,
        value: body.text("email"),
      },
      { ...place, invalid: error !== undefined },
    )}
    ${fieldHtml(
      { name: "name", label: name, type: "text", autocomplete: "off", value: body.text("name") },
      { ...place, invalid: false, autofocus: false },
    )}
    ${await languageHtml(parts)}`;
  const sending = { act: "invite", fields: {}, inside, label: button, style: "primary" } as const;
  return html`<details ${error !== undefined && html`open`}>
    <summary>${title}</summary>
    ${actForm(parts, sending)}
  </details>`;
}

/** Each language by its own name; nothing if there is only one. */
async function languageHtml({ context, texts, lang }: PageParts): Promise<Html | false> {
  const tags = await tagsOf(coreOf(context).languages);
  if (tags.length < 2) return false;
  const chosen = context.request.body.text("locale") ?? lang;
  return html`<div class="field">
    <label for="invite-locale">${texts.invite.language}</label>
    <select id="invite-locale" name="locale">
      ${tags.map(
        (language) =>
          html`<option
            value="${language}"
            lang="${language}"
            ${language === chosen && html`selected`}
          >
            ${nameOf(language)}
          </option>`,
      )}
    </select>
  </div>`;
}

function nameOf(tag: string): string {
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}
