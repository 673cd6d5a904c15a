import type { InquiryContext } from "../../../core/flow.js";
import { memoryOf, type Memory } from "./cache.js";
import type { OAuthProvider } from "./config.js";

/** A provider that plugins can call, too: see `Flow.own`. */
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
