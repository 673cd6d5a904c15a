import { openIdInProcess, type Claims } from "../dev/openid.js";
import { refuseUnlessDevelopment } from "../dev/refuse.js";
import { customFetch } from "../symbols.js";
import type { OAuthConfig } from "../types/providers.js";

/** A provider that says what the test tells it to say. */
export interface ScriptedProvider<P extends OAuthConfig> {
  /** For `providers` of the configuration. */
  readonly provider: P;
  /**
   * What the provider does when the browser comes with the authorization URL, and the person it knows by
   * these claims agrees: where it sends the browser to.
   */
  accept(authorizationUrl: string | URL, claims: Claims): Promise<string>;
  /** The same when the person says no, or the provider has an error of its own. */
  deny(authorizationUrl: string | URL, error?: string): string;
  /** The addresses that the application asked, as they were asked. */
  readonly asked: readonly URL[];
}

/** A provider, or the function that makes one, of any profile. */
interface Source<P> {
  make(): P;
}

/**
 * A provider of the catalogue, or one of your own, without its servers: the whole flow runs in this process,
 * with your mapping of the profile, and the test decides who comes.
 *
 * ```ts
 * const github = scriptedProvider(GitHub);
 * const config = { ...appConfig, providers: [github.provider] };
 * const back = await github.accept(location, { id: 1, login: "ada", email: "ada@example.com" });
 * ```
 */
export function scriptedProvider<P extends OAuthConfig<never>>(
  source: P | Source<P>["make"],
): ScriptedProvider<P & OAuthConfig>;
export function scriptedProvider(
  source: OAuthConfig | Source<OAuthConfig>["make"],
): ScriptedProvider<OAuthConfig> {
  refuseUnlessDevelopment("latchkey/testing");
  const bare = typeof source === "function" ? source() : source;
  const issuer = bare.options?.issuer ?? bare.issuer ?? `https://${bare.id}.test`;
  const server = openIdInProcess({ issuer });
  const asked: URL[] = [];
  const client = {
    issuer,
    clientId: bare.options?.clientId ?? bare.clientId ?? "test",
    clientSecret: bare.options?.clientSecret ?? bare.clientSecret ?? "test",
    [customFetch]: (input: RequestInfo | URL, init?: RequestInit) => {
      asked.push(new URL(input instanceof Request ? input.url : input));
      return server.fetch(input, init);
    },
  };
  return {
    provider: withOptions(bare, client),
    accept: async (url, claims) => (await server.accept(new URL(url), claims)).href,
    deny: (url, error) => server.deny(new URL(url), error).href,
    asked,
  };
}

type Client = Pick<OAuthConfig, "issuer" | "clientId" | "clientSecret" | typeof customFetch>;

function withOptions(bare: OAuthConfig, client: Client): OAuthConfig {
  if (bare.type === "oidc") return { ...bare, options: { ...bare.options, ...client } };
  return { ...bare, options: { ...bare.options, ...client } };
}

export type { Claims };
