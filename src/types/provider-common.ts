import type { ProviderType } from "./account.js";
import type { Awaitable } from "./common.js";
import type { Table } from "./records.js";
import type { providerFlows, servesPage } from "./symbols.js";

/** `fetch`, as a provider may replace it. */
export type FetchLike = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** A request for a page of a `latchkey/dev` provider. */
export interface PageRequest {
  readonly url: URL;
  readonly origin: string;
  readonly headers: Headers;
  readonly ip: string | undefined;
  /** The IP address of the socket. */
  readonly peer: string | undefined;
  /** The provider's callback URL. */
  readonly callbackUrl: string;
}

/** A page, a URL to redirect to, or nothing if the path doesn't exist. */
export type ServedPage =
  | { readonly html: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly redirect: string }
  | undefined;

/** What the library's factories add to a provider besides its options. */
export interface ProviderInternals {
  /** The flow, by the provider's type. */
  readonly [providerFlows]?:
    | Readonly<Record<string, { readonly tables?: readonly Table[] }>>
    | undefined;
  /** Only for `latchkey/dev`. */
  [servesPage]?: ((request: PageRequest) => Awaitable<ServedPage>) | undefined;
}

/** A part of a mark in its own color, such as `#34a853`. */
export interface MarkPart {
  readonly path: string;
  readonly fill: string;
}

/** A provider's logo on a 24 by 24 grid: path data in one color, or its parts. */
export type Mark = string | readonly MarkPart[];

export interface CommonProviderOptions {
  /** Identifies the provider among `providers`, and in URLs. */
  id: string;
  /** Label of the button on the built-in sign-in page. */
  name: string;
  type: ProviderType;
}

/** One field of the built-in sign-in form: attributes of its `<input>`. */
export interface CredentialInput {
  label?: string | undefined;
  type?: string | undefined;
  value?: string | undefined;
  placeholder?: string | undefined;
  [attribute: string]: string | number | boolean | undefined;
}

/** A field described for another library; attributes that aren't strings are ignored. */
export interface ForeignInput {
  label?: string | undefined;
}
