/** A request that can't be handled: answered with a status and a short JSON message. */
export class RequestProblem extends Error {
  override name = "RequestProblem";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The same request may succeed later. */
  readonly passing: boolean;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.passing = "retry-after" in headers;
  }
}

export const badRequest = (message: string) => new RequestProblem(400, message);
export const notFound = () => new RequestProblem(404, "Nothing is at this URL.");
/** The path isn't below the path of the routes, often because of a wrong `basePath` or mount path. */
export const notBelow = (basePath: string) =>
  new RequestProblem(404, `Nothing is at this URL: the routes are under ${basePath}/.`);
export const tooLong = () => new RequestProblem(414, "The address is longer than 64 KiB.");
export const tooLarge = () => new RequestProblem(413, "The request is larger than 1 MiB.");

export const methodNotAllowed = (allow: readonly string[]) =>
  new RequestProblem(405, "This URL doesn't accept this method.", {
    allow: allow.join(", "),
  });

export const unsupportedType = () =>
  new RequestProblem(
    415,
    "Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data.",
  );

/** Something needed to respond can't be reached. Nothing was used up, and no cookie changes. */
export const unavailable = () =>
  new RequestProblem(503, "This can't be done right now. Try again in a moment.", {
    "retry-after": "5",
  });
