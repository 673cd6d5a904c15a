import { once } from "../../core/async/once.js";
import { InvalidProvider } from "../../core/errors/errors.js";
import type { Fields } from "../../core/http/fields.js";
import { actionPath, type Site } from "../../core/http/urls.js";
import type { PagePrompt } from "../../types/forms.js";
import type { IdTokens } from "../../types/providers.js";
import { postedTokens, type PostedTokens } from "./provider/posted-tokens.js";
import type { Run } from "./provider/run.js";

/** The options of {@link idTokens}. */
export interface IdTokenOptions {
  /** The ids of further clients whose tokens are accepted, such as your apps for iOS and Android. @default [] */
  readonly clients?: readonly string[] | undefined;
  /**
   * Show One Tap on the built-in sign-in page, which loads the provider's script: Google's, or that of another provider
   * with such a script, by the address that it's below. @default false
   */
  readonly oneTap?: boolean | string | undefined;
}

/**
 * Accepts ID tokens that a native SDK, One Tap or FedCM got from an OpenID provider, with a nonce from here.
 *
 * ```ts
 * Google({ idTokens: idTokens({ oneTap: true }) })
 * ```
 */
export function idTokens({ clients = [], oneTap = false }: IdTokenOptions = {}): IdTokens {
  const accepted = new AcceptedTokens(clients);
  postedTokens.set(accepted, partOf(clients, baseOf(oneTap)));
  return accepted;
}

/** No plain object: options are merged member by member. */
class AcceptedTokens implements IdTokens {
  readonly clients: readonly string[];

  constructor(clients: readonly string[]) {
    this.clients = clients;
  }
}

const googles = "https://accounts.google.com/gsi/";
/** What a CSP can name: a `;` or `,` would begin another directive or policy. */
const address = /^https?:\/\/[\w.[\]:-]+\/(?:[\w-]+\/)*$/;
const script = "one-tap.js";
const steps = once(() => import("./posted.js"));

/** The address of the provider's script, if its prompt is shown. */
function baseOf(oneTap: boolean | string): string | undefined {
  const base = oneTap === true ? googles : oneTap || undefined;
  if (base === undefined || address.test(base)) return base;
  throw new InvalidProvider(
    `\`oneTap\` of \`idTokens()\` is ${JSON.stringify(base)}. Write true, or an address that ends with a slash, such as "${googles}".`,
  );
}

function partOf(clients: readonly string[], base: string | undefined): PostedTokens {
  return {
    isAsked: (body: Fields) => body.text("response_type") === "id_token",
    issueNonce: async (run: Run) => (await steps()).issueNonce(run),
    // A provider that posts one sends a code along.
    isIn: (body: Fields) => body.text("id_token") !== undefined && body.text("code") === undefined,
    finish: async (run: Run) => (await steps()).finishPosted(run, clients),
    prompt: (site: Site) => (base === undefined ? undefined : promptAt(base, site)),
    file: async (name: string, provider: string) =>
      base !== undefined && name === script
        ? (await steps()).oneTapAsset(base, provider)
        : undefined,
  };
}

function promptAt(base: string, site: Site): PagePrompt {
  const sources = { script: `${base}client`, style: `${base}style`, connect: base, frame: base };
  return { scriptUrl: actionPath(site, "assets", script), sources };
}
