/** The request during which the app calls a function of the library. */
export interface Caller {
  readonly headers: Headers;
  /** The site's origin according to the framework; a configured URL takes precedence. */
  readonly origin: string;
  /** The client's IP address, if known. */
  readonly ip?: string | undefined;
  /** See `Mount`. */
  readonly hostTrusted?: boolean | undefined;
}
