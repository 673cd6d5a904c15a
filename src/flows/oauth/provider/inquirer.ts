import type { InquiryContext } from "../../flow.js";
import type { OAuthProvider } from "./config.js";
import { memoryOf, type Memory } from "./memory.js";

/** A provider that can be asked something, also by plugins: see `Flow.own`. */
export class Inquirer {
  readonly #provider: OAuthProvider;

  constructor(provider: OAuthProvider) {
    this.#provider = provider;
  }

  inquire<Context extends InquiryContext>(context: Context): Inquired<Context> {
    const provider = this.#provider;
    return { provider, context, memory: memoryOf(context.keys, provider) };
  }
}

interface Inquired<Context> {
  readonly provider: OAuthProvider;
  readonly context: Context;
  readonly memory: Memory;
}
