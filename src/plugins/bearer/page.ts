import { hiddenFields } from "../../pages/fields.js";
import { html, type Html } from "../../pages/html.js";
import { safeLink } from "../../pages/links.js";
import type { BearerMessages } from "../../types/bearer-messages.js";

export interface ConsentPageProps {
  readonly texts: BearerMessages;
  readonly client: string;
  readonly who: string;
  readonly csrfToken: string;
  /** The request, sealed, so that the answer belongs to what the user saw. */
  readonly request: string;
  readonly action: string;
}

export function consentPage(props: ConsentPageProps): Html {
  const { texts, client, who, csrfToken, request, action } = props;
  return html`<div class="intro">
      <h1>${texts.title}</h1>
      <p>${texts.asks(client, who)}</p>
      <p>${texts.warning}</p>
    </div>
    <form class="provider" method="post" action="${safeLink(action)}">
      ${hiddenFields({ csrfToken, request })}
      <button class="button primary" type="submit" name="answer" value="yes">
        <span>${texts.yes}</span>
      </button>
      <button class="button" type="submit" name="answer" value="no">
        <span>${texts.no}</span>
      </button>
    </form>`;
}
