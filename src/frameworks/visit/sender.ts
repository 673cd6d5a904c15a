/** What a framework tells of one request. */
export interface Sender {
  readonly method: string;
  readonly headers: Headers;
  /** The address by which the framework knows the request; the origin of a configured URL wins. */
  readonly url: URL;
  /** The path by which the framework chose the route. It may hold dot segments, which a URL does not. */
  readonly path: string;
  /** The IP address of the client, where it is known. */
  readonly ip?: (() => string | undefined) | undefined;
  /** The framework was told to trust what says where the site is, such as a proxy. @default false */
  readonly hostTrusted?: boolean | undefined;
}

/** The path in an absolute URL, as it is written. */
export function writtenPath(url: string): string {
  return /^[^/]*\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? "";
}
