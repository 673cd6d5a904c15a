import { CredentialsSignin } from "../../../core/errors/errors.js";

const mostKept = 1000;
const longest = 512;
const mark = "v4-";

/**
 * Keeps the messages of errors that `authorize` threw, for `?error=` in the same request's
 * response.
 */
export class Refusals {
  readonly #messages = new Map<string, string>();

  refuse(error: unknown): CredentialsSignin {
    const message = error instanceof Error ? error.message : String(error);
    const refusal = new CredentialsSignin("`authorize` threw an error.", {
      ...(error instanceof Error && { err: error }),
    });
    const code = mark + crypto.randomUUID();
    if (this.#messages.size >= mostKept) this.#messages.clear();
    this.#messages.set(code, message.slice(0, longest));
    refusal.code = code;
    return refusal;
  }

  /** The URL with the message in place of its code. */
  tell(address: string, base: string): string {
    if (!address.includes(mark)) return address;
    const url = new URL(address, base);
    const code = url.searchParams.get("code") ?? "";
    const message = this.#messages.get(code);
    if (message === undefined) return address;
    this.#messages.delete(code);
    url.searchParams.delete("code");
    url.searchParams.set("error", message || "CredentialsSignin");
    return url.href;
  }
}
