import type { ProviderType } from "./account.js";

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
