/** The request in whose course the application calls a function of the library. */
export interface Caller {
  readonly headers: Headers;
  /** Where the framework believes the site to be; a configured URL wins. */
  readonly origin: string;
  /** The IP address of the client, where it is known. */
  readonly ip?: string | undefined;
  /** See `Mount`. */
  readonly hostTrusted?: boolean | undefined;
}
