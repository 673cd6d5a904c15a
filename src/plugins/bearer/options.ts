import { InvalidConfiguration } from "../../core/errors/errors.js";
import { isLoopbackHost } from "../../core/http/loopback.js";
import { jwtSettings, type BearerJwtOptions, type JwtSettings } from "./keys.js";

/** A program of yours that users sign in to: an app, a desktop program, a command line. */
export interface BearerClient {
  /** The client id in requests. It isn't secret. */
  readonly id: string;
  /** The name that users see. */
  readonly name: string;
  /**
   * Where the browser may be redirected: an https link that your app has claimed, a scheme of its
   * own (`com.example.app:/signed-in`), or a loopback address (`http://127.0.0.1/signed-in`) on any
   * port.
   */
  readonly redirectUris: readonly string[];
  /** It may sign in with a code that the user types on another device (RFC 8628): TVs, and machines without a browser. @default false */
  readonly device?: boolean | undefined;
}

/** The options of `bearer()`. */
export interface BearerOptions {
  readonly clients: readonly BearerClient[];
  /** Lifetime of an access token in seconds. @default 600 */
  readonly accessMaxAge?: number | undefined;
  /** Seconds after which an unused refresh token expires. @default 30 days */
  readonly refreshMaxAge?: number | undefined;
  /**
   * Origins of other sites whose scripts may call Latchkey's routes with a token (CORS). @default
   * none
   */
  readonly origins?: readonly string[] | undefined;
  /** JWTs for other services, which verify them by themselves. @default none */
  readonly jwt?: BearerJwtOptions | undefined;
}

export interface BearerSettings {
  readonly clients: ReadonlyMap<string, BearerClient>;
  readonly accessMaxAge: number;
  readonly refreshMaxAge: number;
  readonly origins: readonly string[];
  readonly jwt: JwtSettings | undefined;
}

/** Fills in the defaults. Throws if an option is invalid or unsafe. */
export function settingsOf(options: BearerOptions): BearerSettings {
  const { clients, accessMaxAge = 600, refreshMaxAge = 30 * 24 * 60 * 60, origins = [] } = options;
  for (const { id, redirectUris } of clients) {
    for (const uri of redirectUris) {
      const problem = redirectProblem(uri);
      if (problem === undefined) continue;
      throw new InvalidConfiguration(
        `The client ${JSON.stringify(id)} of \`bearer()\` has the redirect URI ${JSON.stringify(uri)}: ${problem}`,
      );
    }
  }
  const known = new Map(clients.map((client) => [client.id, client]));
  if (known.size < clients.length) {
    throw new InvalidConfiguration("Two clients of `bearer()` have the same `id`.");
  }
  if (!(accessMaxAge > 0 && refreshMaxAge > accessMaxAge)) {
    throw new InvalidConfiguration(
      "`accessMaxAge` of `bearer()` must be more than 0, and `refreshMaxAge` more than that.",
    );
  }
  const jwt = options.jwt && jwtSettings(options.jwt);
  return { clients: known, accessMaxAge, refreshMaxAge, origins, jwt };
}

/** Why a redirect URI is refused (RFC 8252, sections 7 and 8). */
function redirectProblem(uri: string): string | undefined {
  if (!URL.canParse(uri)) return "it isn't a URL.";
  const { protocol, hostname, hash } = new URL(uri);
  if (hash !== "") return "remove what follows `#`.";
  if (protocol === "https:") return undefined;
  if (protocol === "http:") {
    return isLoopbackAddress(hostname)
      ? undefined
      : "plain http is for loopback addresses. Write 127.0.0.1 or [::1]; localhost can be another machine.";
  }
  return protocol.includes(".")
    ? undefined
    : "use your reversed domain as the scheme, such as `com.example.app:/signed-in`. Other apps could claim any other scheme.";
}

function isLoopbackAddress(hostname: string): boolean {
  return isLoopbackHost(hostname) && !hostname.endsWith("localhost");
}

/**
 * Whether a URI is one of the client's, to the letter (RFC 9700, section 2.1); on loopback, the port may
 * differ.
 */
export function mayLeadTo({ redirectUris }: BearerClient, uri: string): boolean {
  const plain = withoutPort(uri);
  return URL.canParse(uri) && redirectUris.some((one) => one === uri || withoutPort(one) === plain);
}

/** A port after an address of this machine, which is written with digits: names aren't accepted. */
const loopbackPort = /^(http:\/\/(?:127[\d.]+|\[::1\])):\d{1,5}([/?]|$)/;

function withoutPort(uri: string): string {
  return uri.replace(loopbackPort, "$1$2");
}
