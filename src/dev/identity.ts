import { assertLocal, isLoopbackHost } from "../core/http/loopback.js";
import { oidc } from "../providers/shared/oauth.js";
import type { IdOr, IdOrProfile, Named } from "../types/infer.js";
import type { PageRequest, ServedPage } from "../types/provider-common.js";
import type { OIDCConfig, OIDCUserConfig } from "../types/providers.js";
import { customFetch, servesPage } from "../types/symbols.js";
import { openIdInProcess } from "./openid.js";
import { peoplePage } from "./pages.js";
import { samplePeople, type SamplePerson } from "./people.js";
import { refuseUnlessDevelopment } from "./refuse.js";

/** The options of `devIdentity()`. */
export interface DevIdentityOptions extends Pick<
  OIDCUserConfig<SamplePerson>,
  "id" | "name" | "profile" | "style" | "allowDangerousEmailAccountLinking"
> {
  /** The users to choose from. @default three made-up users, one with an unverified address */
  readonly people?: readonly SamplePerson[] | undefined;
}

const issuer = "http://identity.localhost";
const server = openIdInProcess(issuer);

/**
 * An OpenID provider inside the application, for development: a page with made-up users, one click
 * each. The whole flow runs as with a real provider, without an account or the network.
 *
 * ```ts
 * import { devIdentity } from "latchkey/dev";
 *
 * providers: [...(process.env.NODE_ENV === "development" ? [devIdentity()] : [GitHub])];
 * ```
 *
 * Importing and calling it is harmless anywhere. It works only if `NODE_ENV` is `development` or
 * `test`, on `localhost`, for the machine that the server runs on: with any other `NODE_ENV`, a
 * configuration that lists it in `providers` is refused.
 */
export function devIdentity<const Id extends IdOrProfile = "dev">(
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

/** The page itself would refuse, too; here the log says why. */
function assertOnLocalhost(host: string): void {
  if (isLoopbackHost(host)) return;
  throw new Error(
    `The development identity works on http://localhost only, but the site is at ${host}. Open the app at http://localhost.`,
  );
}

/** The page, or the redirect after a click. */
async function choose(asked: PageRequest, people: readonly SamplePerson[]): Promise<ServedPage> {
  refuseUnlessDevelopment("latchkey/dev");
  assertLocal(asked);
  const { url, origin, callbackUrl } = asked;
  const choice = url.searchParams.get("person");
  // The redirect goes to the application's own URL, whatever the query says.
  if (url.searchParams.get("redirect_uri") !== callbackUrl) return undefined;
  if (choice === null) {
    const linkTo = (person: string) => {
      const query = new URLSearchParams(url.searchParams);
      query.set("person", person);
      return `?${query.toString()}`;
    };
    return peoplePage(new URL(origin).host, people, linkTo);
  }
  const person = people.find(({ sub }) => sub === choice);
  return { redirect: (person ? await server.accept(url, person) : server.deny(url)).href };
}
