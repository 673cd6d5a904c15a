import { customFetch, servesPage } from "../symbols.js";
import type { IdOr, Named } from "../types/infer.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import type { PageRequest, ServedPage } from "../types/provider-common.js";
import { assertLocal, isLoopbackHost } from "../http/loopback.js";
import { oidc } from "../providers/shared/oauth.js";
import { openIdInProcess } from "./openid.js";
import { peoplePage } from "./pages.js";
import { samplePeople, type SamplePerson } from "./people.js";
import { refuseUnlessDevelopment } from "./refuse.js";

/** What an application says about its development identity. */
export interface DevIdentityOptions extends Pick<
  OIDCUserConfig<SamplePerson>,
  "id" | "name" | "profile" | "style" | "allowDangerousEmailAccountLinking"
> {
  /** Who there is to choose from. @default three made-up people, one whose address is not proven */
  readonly people?: readonly SamplePerson[] | undefined;
}

const issuer = "http://identity.localhost";
const server = openIdInProcess({ issuer });

/**
 * An OpenID provider inside the application, for development: a page with made-up people, one click each.
 * The whole flow runs as with a real one, with no account anywhere and no network.
 *
 * ```ts
 * import { devIdentity } from "latchkey/dev";
 *
 * providers: [...(process.env.NODE_ENV === "development" ? [devIdentity()] : [GitHub])];
 * ```
 *
 * Importing and calling it is harmless anywhere. It works only if `NODE_ENV` is `development` or `test`, on
 * `localhost`, for the machine the server runs on: with any other `NODE_ENV`, a configuration that has it among
 * its `providers` is refused.
 */
export function devIdentity<const Id extends string = "dev">(
  options: DevIdentityOptions & Named<Id> = {},
): OIDCConfig<SamplePerson, IdOr<Id, "dev">> {
  const { people = samplePeople, ...given } = options;
  return {
    id: "dev",
    name: "Development identity",
    ...oidc,
    issuer,
    clientId: "development",
    clientSecret: "development",
    emailVerified: ({ email_verified }) => email_verified !== false,
    authorization: {
      request: ({ url, provider }) => {
        refuseUnlessDevelopment("latchkey/dev");
        assertOnLocalhost(new URL(provider.callbackUrl).host);
        const page = new URL(provider.callbackUrl.replace(/\/callback\/([^/]*)$/, "/assets/$1"));
        page.search = url.search;
        return page;
      },
    },
    [customFetch]: async (...asked) => {
      refuseUnlessDevelopment("latchkey/dev");
      return server.fetch(...asked);
    },
    [servesPage]: (asked) => choose(asked, people),
    options: given,
  };
}

/** The page itself would refuse too: here the log says why nobody gets there. */
function assertOnLocalhost(host: string): void {
  if (isLoopbackHost(host)) return;
  throw new Error(
    `The development identity works on http://localhost only, and the site is at ${host}.`,
  );
}

/** The page, or where a click on it leads. */
async function choose(asked: PageRequest, people: readonly SamplePerson[]): Promise<ServedPage> {
  refuseUnlessDevelopment("latchkey/dev");
  assertLocal(asked);
  const { url, origin, callbackUrl } = asked;
  const choice = url.searchParams.get("person");
  // Where the answer goes is the application's own address, whatever the query says.
  if (url.searchParams.get("redirect_uri") !== callbackUrl) return undefined;
  if (choice === null) return peoplePage(new URL(origin).host, people, (to) => linkTo(url, to));
  const person = people.find(({ sub }) => sub === choice);
  return { redirect: (person ? await server.accept(url, person) : server.deny(url)).href };
}

function linkTo(url: URL, person: string): string {
  const query = new URLSearchParams(url.searchParams);
  query.set("person", person);
  return `?${query.toString()}`;
}
