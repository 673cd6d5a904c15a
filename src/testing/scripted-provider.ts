import { openIdInProcess, type Claims } from "../dev/openid.js";
import { refuseUnlessDevelopment } from "../dev/refuse.js";
import type { OAuthConfig } from "../types/providers.js";
import { customFetch } from "../types/symbols.js";

/** A provider whose answers the test decides. */
export interface ScriptedProvider<P extends OAuthConfig> {
  /** For `providers` of the configuration. */
  readonly provider: P;
  /**
   * Plays the provider's part: the user with these claims consents. Resolves to the URL that the
   * browser is redirected to.
   */
  accept(authorizationUrl: string | URL, claims: Claims): Promise<string>;
  /** The same, if the user refuses or the provider has an error. */
  deny(authorizationUrl: string | URL, error?: string): string;
  /** The URLs that the application requested. */
  readonly asked: readonly URL[];
}

/** A provider, or a factory of one, with any profile. */
interface Source<P> {
  make(): P;
}

/**
 * Replaces the servers of a built-in provider or your own: the whole flow runs in this process,
 * with your profile mapping, and the test decides who signs in.
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
  const server = openIdInProcess(issuer);
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
