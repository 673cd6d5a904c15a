import type { World } from "./world.js";

/** The problem with a response, if it is the server's fault, with the logged cause. */
export function crashOf(what: string, response: Response, { errors }: World): readonly string[] {
  const to = response.headers.get("location") ?? "";
  const isBlamed = /[?&]error=Configuration\b/.test(to);
  if (response.status < 500 && !isBlamed) return [];
  const answered = isBlamed ? "leads to the error page" : `answers ${response.status}`;
  return [`${what} ${answered}. ${causeOf(errors.at(-1))}`];
}

/** The innermost error. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const { cause } = error;
  const inner = cause instanceof Error ? cause : innerOf(cause);
  return inner ? causeOf(inner) : `${error.name}: ${error.message}`;
}

function innerOf(cause: unknown): unknown {
  return typeof cause === "object" && cause !== null && "err" in cause ? cause.err : undefined;
}
