import type { AuditEvent } from "./audit.js";

/** A request to one of the library's routes. */
export interface RequestFacts {
  readonly method: string;
  /** The route as a pattern, such as `/auth/callback/{provider}`. */
  readonly route: string;
  readonly provider: string | undefined;
}

/** A call that the library makes: to a provider, or to the store. */
export type CallFacts =
  | { readonly to: "provider"; readonly method: string; readonly url: URL }
  | { readonly to: "store"; readonly method: string };

/** What measures the library at work. `latchkey/opentelemetry` has one. */
export interface Telemetry {
  request(facts: RequestFacts, work: () => Promise<Response>): Promise<Response>;
  call<T>(facts: CallFacts, work: () => Promise<T>): Promise<T>;
  /** Something happened: see `audit`. What is personal in it must not be told. */
  event(event: AuditEvent): void;
}
