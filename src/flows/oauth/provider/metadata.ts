import type { AuthorizationServer } from "oauth4webapi";

/** What is known about the provider's server. */
export interface Server {
  readonly metadata: AuthorizationServer;
  /** False when the issuer in the metadata only stands in for one that nobody named. */
  readonly issuerKnown: boolean;
}
