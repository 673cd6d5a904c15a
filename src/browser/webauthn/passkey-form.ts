import { askOptions, OptionsRefused } from "./ask.js";
import { perform, type CeremonyAnswer, type CeremonyControls } from "./ceremony.js";
import { statics } from "./options.js";
import { againUrl, signInAgain } from "./sign-in-again.js";

type Problem = "cancelled" | "exists" | "failed";

// A new challenge is fetched a little before the old one expires.
const freshFor = 0.9;
const usualTimeout = 300_000;

/** One passkey form of the sign-in page. */
export class PasskeyForm {
  readonly #form: HTMLFormElement;
  #waiting: AbortController | undefined;

  constructor(form: HTMLFormElement) {
    this.#form = form;
  }

  start(): void {
    // A passkey says who it belongs to: to sign in, the fields may stay empty.
    this.#form.noValidate = true;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      const isNew = event.submitter?.hasAttribute("data-register") ?? false;
      if (!isNew || this.#isFilledIn()) void this.#ask(isNew);
    });
    // Back from the next page: the buttons work again.
    addEventListener("pageshow", () => this.#setBusy(false));
    void this.#offer();
  }

  /** Offers passkeys in the suggestions of the page's fields, where the browser can. */
  async #offer(): Promise<void> {
    if (this.#form.dataset["conditional"] !== "true") return;
    if (!(await statics().isConditionalMediationAvailable?.())) return;
    const waiting = new AbortController();
    this.#waiting = waiting;
    try {
      const answer = await this.#perform({ action: "authenticate" }, waiting);
      this.#send(answer);
    } catch {
      // Nobody asked for anything yet, so that there is nothing to say.
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

  /** Asks for a passkey at once, or for a new one. */
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

  /** This very page, which then says so, and leads to where the person wanted to go. */
  #signInAgain({ url = "" }: OptionsRefused): void {
    const target = this.#form.querySelector<HTMLInputElement>('[name="callbackUrl"]')?.value;
    location.assign(againUrl(url, target ?? "/"));
  }

  /** Fields of the form, each with the one of another form that stands in for it on the page. */
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

  /** Posts the answer as a form, so that the browser goes wherever the server says. */
  #send(answer: CeremonyAnswer): void {
    this.#setBusy(true);
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
