import { askOptions, OptionsRefused } from "./ask.js";
import { perform, type CeremonyAnswer, type CeremonyControls } from "./ceremony.js";
import { statics } from "./options.js";
import { signalAll, signalUnknown } from "./signal.js";
import { againUrl, signInAgain } from "./sign-in-again.js";

type Problem = "cancelled" | "exists" | "failed";

// A new challenge is fetched a little before the old one expires.
const freshFor = 0.9;
const usualTimeout = 300_000;
/** Where the id of the passkey that was used or removed last is kept, until the next page. */
const lastPasskey = "latchkey.passkey";

/** One passkey form of the sign-in page. */
export class PasskeyForm {
  readonly #form: HTMLFormElement;
  #waiting: AbortController | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  start(): void {
    // A passkey identifies its user, so the fields may stay empty to sign in.
    this.#form.noValidate = true;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const isNew = event.submitter?.hasAttribute("data-register") ?? false;
      if (!isNew || this.#isFilledIn()) void this.#ask(isNew);
    });
    // The user came back from the next page: enables the buttons again.
    addEventListener("pageshow", () => this.#setBusy(false));
    void this.#offer();
    void this.#signal();
  }

  /** Authenticators should stop offering a passkey that was removed, and show the user's new name. */
  async #signal(): Promise<void> {
    const { optionsUrl = "", changed } = this.#form.dataset;
    const id = takePasskey();
    if (id !== null) await signalUnknown(optionsUrl, id).catch(() => undefined);
    if (changed === "true") await signalAll(optionsUrl).catch(() => undefined);
  }

  /** Offers passkeys in the suggestions of the page's fields, if the browser supports it. */
  async #offer(): Promise<void> {
    if (this.#form.dataset["conditional"] !== "true") return;
    if (!(await statics().isConditionalMediationAvailable?.())) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    try {
      const answer = await this.#perform({ action: "authenticate" }, waiting);
      this.#send(answer);
    } catch {
      // The user hasn't asked for anything yet, so no error is shown.
      if (waiting.signal.reason === "stale") void this.#offer();
    }
  }

  async #perform(
    fields: Record<string, string>,
    waiting: AbortController,
  ): Promise<CeremonyAnswer> {
    const ceremony = await askOptions(this.#form.dataset["optionsUrl"] ?? "", fields);
    const { timeout = usualTimeout } = ceremony.options;
    const timer = setTimeout(() => waiting.abort("stale"), timeout * freshFor);
    const controls: CeremonyControls = { signal: waiting.signal, conditional: true };
    return perform(ceremony, controls).finally(() => clearTimeout(timer));
  }

  /** Prompts for a passkey, or for a new one, at once. */
  async #ask(isNew: boolean): Promise<void> {
    this.#waiting?.abort("asked");
    this.#setBusy(true);
    this.#show(undefined);
    try {
      const fields = { ...this.#fields(), ...(isNew && { action: "register" }) };
      this.#send(await perform(await askOptions(this.#form.dataset["optionsUrl"] ?? "", fields)));
    } catch (error) {
      if (error instanceof OptionsRefused && error.message === signInAgain) {
        this.#signInAgain(error);
        return;
      }
      this.#setBusy(false);
      this.#show(problemOf(error));
      void this.#offer();
    }
  }

  /** This page itself, which then shows the error and leads to the original target. */
  #signInAgain({ url = "" }: OptionsRefused): void {
    const target = this.#form.querySelector<HTMLInputElement>('[name="callbackUrl"]')?.value;
    location.assign(againUrl(url, target ?? "/"));
  }

  /** The form's fields, each with the field of another form that replaces it on the page. */
  #inputs(): { readonly input: HTMLInputElement; readonly seen: HTMLInputElement }[] {
    const inputs = this.#form.querySelectorAll<HTMLInputElement>("[data-form-field]");
    return [...inputs].map((input) => {
      const other = document.getElementById(input.dataset["like"] ?? "");
      return { input, seen: other instanceof HTMLInputElement ? other : input };
    });
  }

  #isFilledIn(): boolean {
    return this.#form.reportValidity() && this.#inputs().every(({ seen }) => seen.reportValidity());
  }

  #fields(): Record<string, string> {
    const inputs = this.#inputs();
    for (const { input, seen } of inputs) input.value = seen.value;
    const filled = inputs
      .map(({ input }) => input)
      .filter(({ name, value }) => name !== "" && value !== "");
    return Object.fromEntries(filled.map(({ name, value }) => [name, value]));
  }

  /** Posts the response as a form, so the browser follows the server's redirect. */
  #send(answer: CeremonyAnswer): void {
    this.#setBusy(true);
    if (answer.action === "authenticate") rememberPasskey(answer.id);
    for (const input of this.#form.querySelectorAll("[data-answer]")) input.remove();
    this.#form.append(hidden("action", answer.action), hidden("data", answer.data));
    this.#form.submit();
  }

  #setBusy(isBusy: boolean): void {
    for (const button of this.#form.querySelectorAll("button")) button.disabled = isBusy;
  }

  #show(problem: Problem | undefined): void {
    const alert = this.#form.querySelector<HTMLElement>("[data-problem]");
    if (!alert) return;
    const sentence = alert.querySelector("p");
    if (sentence) sentence.textContent = (problem && this.#form.dataset[problem]) ?? "";
    alert.hidden = problem === undefined;
  }
}

/** Browsers may refuse storage, which must keep nobody from signing in. */
export function rememberPasskey(id: string): void {
  try {
    sessionStorage.setItem(lastPasskey, id);
  } catch {
    // then the authenticator isn't told
  }
}

function takePasskey(): string | null {
  try {
    const id = sessionStorage.getItem(lastPasskey);
    sessionStorage.removeItem(lastPasskey);
    return id;
  } catch {
    return null;
  }
}

function hidden(name: string, value: string): HTMLInputElement {
  const input = document.createElement("input");
  input.type = "hidden";
  input.name = name;
  input.value = value;
  input.setAttribute("data-answer", "");
  return input;
}

function problemOf(error: unknown): Problem {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return "cancelled";
  return name === "InvalidStateError" ? "exists" : "failed";
}
