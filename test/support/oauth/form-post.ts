import type { Browser, FormFields } from "../client.js";
import type { RogueProvider } from "./rogue.js";

/** The answer that the provider posts for this request. */
export function answerTo(rogue: RogueProvider, request: URL): FormFields {
  return {
    code: rogue.issueCode(request),
    state: request.searchParams.get("state") ?? "",
  };
}

/** A form that a page of the provider sends to the callback. */
export function postFromProvider(tab: Browser, form: FormFields): Promise<Response> {
  return tab.post("callback/rogue", form, { from: "https://provider.test" });
}
