import { readFileSync, readdirSync } from "node:fs";
import { customFetch } from "latchkey";
import type { JsonValue } from "../../src/types/common.js";
import type { TokenSet } from "../../src/types/account.js";
import type {
  EndpointHookProvider,
  FetchLike,
  OAuthConfig,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "../../src/types/providers.js";
import type { User } from "../../src/types/session.js";
import { providerSamples, sampleIssuer } from "./provider-profiles.js";
import type { ProviderSample } from "./provider-profiles.js";

/** What is known about a provider, apart from its code. Query and params are one. */
export interface ProviderFacts {
  file: string;
  export: string;
  id: string;
  name: string;
  type: "oauth" | "oidc";
  issuer?: string;
  needsIssuer?: boolean;
  authorization?: EndpointFacts;
  token?: EndpointFacts;
  userinfo?: EndpointFacts;
  checks?: string[];
  client?: Record<string, string>;
  idToken?: boolean;
}

export interface EndpointFacts {
  url?: string;
  params?: Record<string, unknown>;
}

export type ProviderFactory = (options?: object) => OAuthConfig;

export interface CatalogueEntry {
  facts: ProviderFacts;
  factory: ProviderFactory;
  sample: ProviderSample;
  /** Options as an application gives them. */
  options: Record<string, unknown>;
}

const providersFolder = new URL("../../src/providers/", import.meta.url);
const notOAuth = new Set([
  "guest",
  "index",
  "ids",
  "oauth",
  "password",
  "provider-types",
  "credentials",
  "webauthn",
  "passkey",
]);
const mail = new Set(
  "email nodemailer resend sendgrid postmark mailgun loops forwardemail".split(" "),
);

/** Names of the OAuth and OpenID Connect files in src/providers. */
export function providerFiles(): string[] {
  return readdirSync(providersFolder)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => name.slice(0, -".ts".length))
    .filter((name) => !notOAuth.has(name) && !mail.has(name));
}

export function readFacts(): ProviderFacts[] {
  const text = readFileSync(new URL("provider-facts.json", import.meta.url), "utf8");
  const facts: unknown = JSON.parse(text);
  if (!isFactsList(facts)) throw new Error("provider-facts.json holds no list of providers");
  return facts;
}

export async function loadCatalogue(): Promise<CatalogueEntry[]> {
  return Promise.all(readFacts().map(loadEntry));
}

async function loadEntry(facts: ProviderFacts): Promise<CatalogueEntry> {
  const sample = providerSamples[facts.id];
  if (!sample) throw new Error(`${facts.id} has no sample in provider-profiles.ts`);
  const options = {
    clientId: "client",
    clientSecret: "secret",
    ...(facts.needsIssuer ? { issuer: sampleIssuer } : {}),
    ...sample.options,
  };
  return { facts, sample, options, factory: await loadFactory(facts.file) };
}

async function loadFactory(file: string): Promise<ProviderFactory> {
  const module: unknown = await import(`latchkey/providers/${file}`);
  const factory = isRecord(module) ? module["default"] : undefined;
  if (!isFactory(factory)) throw new Error(`${file} has no factory as its default export`);
  return factory;
}

/** An endpoint with the query of its address among the parameters, as facts are written. */
export function effectiveEndpoint(
  endpoint:
    | string
    | URL
    | { url?: string | undefined; params?: Record<string, unknown> | undefined }
    | undefined,
): EndpointFacts | undefined {
  if (endpoint === undefined) return undefined;
  const isAddress = typeof endpoint === "string" || endpoint instanceof URL;
  const { url: address, params: given } = isAddress ? { url: endpoint } : endpoint;
  const url = address === undefined ? undefined : new URL(address);
  const params = { ...Object.fromEntries(url?.searchParams ?? []), ...given };
  if (params["response_type"] === "code") delete params["response_type"];
  if (url) url.search = "";
  const facts = {
    ...(url ? { url: url.href } : {}),
    ...(Object.keys(params).length > 0 ? { params } : {}),
  };
  return Object.keys(facts).length > 0 ? facts : undefined;
}

/** A request as a provider's hook made it. */
export interface SeenRequest {
  url: URL;
  method: string;
  headers: Headers;
  body: URLSearchParams;
}

/** A provider that answers as in its sample, and remembers what it was asked. */
export function standIn(entry: CatalogueEntry, provider: OAuthConfig) {
  const seen: SeenRequest[] = [];
  const answers = new Map<string, unknown>(Object.entries(entry.sample.answers ?? {}));
  const userinfo = entry.sample.userinfoUrl ?? endpointUrl(provider.userinfo)?.href;
  if (userinfo) answers.set(bare(userinfo), entry.sample.profile);
  const token = endpointUrl(provider.token)?.href;
  if (token) answers.set(bare(token), tokenAnswer(entry.sample));
  const fetch: FetchLike = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    const url = new URL(request.url);
    seen.push({
      url,
      method: request.method,
      headers: request.headers,
      body: new URLSearchParams(text),
    });
    const answer = answers.get(url.href) ?? answers.get(bare(url.href));
    if (answer instanceof Uint8Array) return new Response(Uint8Array.from(answer));
    return answer === undefined ? new Response("", { status: 404 }) : Response.json(answer);
  };
  return { fetch, seen };
}

function bare(address: string): string {
  const url = new URL(address);
  url.search = "";
  return url.href;
}

function tokenAnswer(sample: ProviderSample): Record<string, JsonValue> {
  return sample.token ?? { access_token: "access", token_type: "Bearer", expires_in: 3600 };
}

/** Goes through a provider's hooks as the sign-in flow does, from the code to the user. */
export async function signInThroughHooks(
  entry: CatalogueEntry,
): Promise<{ tokens: TokenSet; user: User; seen: SeenRequest[] }> {
  const bareProvider = entry.factory(entry.options);
  const { fetch, seen } = standIn(entry, bareProvider);
  const provider = entry.factory({ ...entry.options, [customFetch]: fetch });
  const hookProvider = asHookProvider(entry, provider);
  const tokens = await getTokens({ entry, provider, hookProvider, fetch });
  const raw = deepFreeze(await getProfile({ entry, provider, hookProvider, fetch, tokens }));
  const user = await provider.profile?.(raw, tokens);
  if (!user) throw new Error(`${provider.id} makes no user`);
  return { tokens, user, seen };
}

interface HookRun {
  entry: CatalogueEntry;
  provider: OAuthConfig;
  hookProvider: EndpointHookProvider;
  fetch: FetchLike;
}

async function getTokens({ entry, provider, hookProvider, fetch }: HookRun): Promise<TokenSet> {
  const handler: TokenEndpointHandler = typeof provider.token === "object" ? provider.token : {};
  if (handler.request) {
    const params = {
      code: "code",
      redirect_uri: hookProvider.callbackUrl,
      grant_type: "authorization_code",
    };
    const { tokens } = await handler.request({ params, checks: {}, provider: hookProvider, fetch });
    return tokens;
  }
  const response = Response.json(tokenAnswer(entry.sample));
  const told: unknown = await ((await handler.conform?.(response.clone())) ?? response).json();
  // What the library itself mends in every answer.
  const mended: unknown = JSON.parse(
    JSON.stringify(told),
    (_, value: unknown) => value ?? undefined,
  );
  const answer = typeof mended === "object" ? { token_type: "bearer", ...mended } : mended;
  if (!isTokenSet(answer)) throw new Error(`${provider.id} answers without what RFC 6749 requires`);
  return answer;
}

async function getProfile(run: HookRun & { tokens: TokenSet }): Promise<object> {
  const { entry, provider, hookProvider, fetch, tokens } = run;
  const handler: UserinfoEndpointHandler =
    typeof provider.userinfo === "object" ? provider.userinfo : {};
  if (!handler.request) return structuredClone(entry.sample.profile);
  const profile = await handler.request({ tokens, provider: hookProvider, fetch });
  if (!isRecord(profile)) throw new Error(`${provider.id} gives no profile`);
  return profile;
}

export function asHookProvider(entry: CatalogueEntry, provider: OAuthConfig): EndpointHookProvider {
  const { id, name, type } = provider;
  const issuer = provider.options?.issuer ?? provider.issuer;
  return {
    id,
    name,
    type,
    clientId: "client",
    clientSecret: "secret",
    issuer,
    callbackUrl: `https://app.example/auth/callback/${entry.facts.id}`,
    signinUrl: `https://app.example/auth/signin/${entry.facts.id}`,
    token: urlOf(provider.token),
    userinfo: urlOf(provider.userinfo),
    authorization: urlOf(provider.authorization),
  };
}

type Endpoint = string | URL | { url?: string | undefined } | undefined;

function endpointUrl(endpoint: Endpoint): URL | undefined {
  const isAddress = typeof endpoint === "string" || endpoint instanceof URL;
  const address = isAddress ? endpoint : endpoint?.url;
  return address === undefined ? undefined : new URL(address);
}

function urlOf(endpoint: Endpoint): { url?: URL } {
  const url = endpointUrl(endpoint);
  return url ? { url } : {};
}

export function deepFreeze<T>(value: T): T {
  if (isRecord(value) || Array.isArray(value)) {
    for (const member of Object.values<unknown>(value)) deepFreeze(member);
    Object.freeze(value);
  }
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !ArrayBuffer.isView(value);
}

function isFactory(value: unknown): value is ProviderFactory {
  return typeof value === "function";
}

function isFactsList(value: unknown): value is ProviderFacts[] {
  return Array.isArray(value) && value.every((entry) => isRecord(entry) && "file" in entry);
}

/** RFC 6749, section 5.1, as a strict client reads it. */
function isTokenSet(value: unknown): value is TokenSet {
  if (!isRecord(value) || typeof value["access_token"] !== "string") return false;
  return (
    typeof value["token_type"] === "string" &&
    ["refresh_token", "scope", "id_token"].every(
      (name) => value[name] === undefined || typeof value[name] === "string",
    )
  );
}
