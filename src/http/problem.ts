/** A request that can not be worked on: answered with a status and a short JSON message. */
export class RequestProblem extends Error {
  override name = "RequestProblem";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export const badRequest = (message: string) => new RequestProblem(400, message);
export const notFound = () => new RequestProblem(404, "There is nothing at this address.");
export const tooLong = () => new RequestProblem(414, "The address is longer than 64 KiB.");
export const tooLarge = () => new RequestProblem(413, "The request is larger than 1 MiB.");

export const methodNotAllowed = (allow: readonly string[]) =>
  new RequestProblem(405, "This address does not take requests of this method.", {
    allow: allow.join(", "),
  });

export const unsupportedType = () =>
  new RequestProblem(
    415,
    "Send the body as application/json, application/x-www-form-urlencoded or multipart/form-data.",
  );
