import type { Table } from "../core/records.js";
import type { providerFlows, servesPage } from "../symbols.js";
import type { ProviderType } from "./account.js";
import type { Awaitable } from "./common.js";

/** `fetch`, as providers may replace it. */
export type FetchLike = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** A request for the page that a provider of `latchkey/dev` has in the application. */
export interface PageRequest {
  readonly url: URL;
  readonly origin: string;
  readonly headers: Headers;
  readonly ip: string | undefined;
  /** The address of the socket at the other end. */
  readonly peer: string | undefined;
  /** Where answers of this provider come in. */
  readonly callbackUrl: string;
}

/** A page, where to go instead, or nothing: then there is none at this address. */
export type ServedPage =
  | { readonly html: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly redirect: string }
  | undefined;

/** What the library's own factories put on a provider besides its options. */
export interface ProviderInternals {
  /** The flow, by the type of the provider. */
  readonly [providerFlows]?:
    | Readonly<Record<string, { readonly tables?: readonly Table[] }>>
    | undefined;
  /** For `latchkey/dev` alone. */
  [servesPage]?: ((request: PageRequest) => Awaitable<ServedPage>) | undefined;
}

/** A part of a mark in a colour of its own, such as `#34a853`. */
export interface MarkPart {
  readonly path: string;
  readonly fill: string;
}

/** A provider's mark on a field of 24 by 24: the path data in one colour, or its parts. */
export type Mark = string | readonly MarkPart[];

export interface CommonProviderOptions {
  /** Names the provider among `providers`, and in URLs. */
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

/** A field described for another library, whose attributes may be more than texts; those are left out. */
export interface ForeignInput {
  label?: string | undefined;
}
