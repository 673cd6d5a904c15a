import type { AuthorizationServer } from "oauth4webapi";

/** The metadata of the provider's server. */
export interface Server {
  readonly metadata: AuthorizationServer;
  /** Set to false if the issuer in the metadata is only a placeholder, because none is configured. */
  readonly issuerKnown: boolean;
}
