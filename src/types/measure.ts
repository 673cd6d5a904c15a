/** Work that is worth measuring. */
export interface Span {
  /** A request to one of the library's routes, or a call that the library makes. */
  readonly of: "request" | "provider" | "store";
  readonly name: string;
  /** Named as OpenTelemetry names them. Nothing here is of a client's choosing, personal or secret. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Does the work, and measures it. */
export type Measure = <T>(span: Span, work: () => Promise<T>) => Promise<T>;
