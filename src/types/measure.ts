/** Work that is measured. */
export interface Span {
  /** A request to one of the library's routes, or a call the library makes. */
  readonly of: "request" | "provider" | "store";
  readonly name: string;
  /** Named as in OpenTelemetry. Contains nothing a client can choose, and nothing personal or secret. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Runs the work, and measures it. */
export type Measure = <T>(span: Span, work: () => Promise<T>) => Promise<T>;
