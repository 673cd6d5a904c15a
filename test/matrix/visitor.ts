import { location, textMember, type Browser } from "../support/client.js";
import { Person } from "../support/authenticator-world.js";
import { SoftAuthenticator } from "../support/authenticator.js";
import { ada, adasForm } from "../support/config.js";
import { signIn as signInAtProvider } from "../support/oauth/journey.js";
import { codeOf, turnOn } from "../support/second-step-world.js";
import type { Application, Surroundings } from "./application.js";

const password = "violins under the old bridge";

/** Somebody who uses an application in one way, from as many browsers as they like. */
export class Visitor {
  readonly #app: Application;
  readonly #around: Surroundings;
  readonly #authenticator = new SoftAuthenticator();
  #isKnown = false;
  /** The secret in their authenticator app. */
  #phone: string | undefined;

  constructor(app: Application, around: Surroundings) {
    this.#app = app;
    this.#around = around;
  }

  get email(): string {
    const { flow } = this.#app.kind;
    if (flow === "credentials") return ada.email;
    return flow === "oidc" ? this.#around.rogue.person.email : "mia@example.org";
  }

  /** Signs in, with both factors if they have two. Where it led. */
  async signIn(browser: Browser): Promise<string> {
    const target = location(await this.firstFactor(browser));
    this.#isKnown = true;
    if (!target.endsWith("/second-step") || this.#phone === undefined) return target;
    return location(await browser.submit("second-step", { code: codeOf(this.#phone) }));
  }

  async turnOnTwoFactor(browser: Browser): Promise<void> {
    this.#phone = (await turnOn(browser)).secret;
  }

  async firstFactor(browser: Browser): Promise<Response> {
    const { inbox, rogue } = this.#around;
    const { email } = this;
    switch (this.#app.kind.flow) {
      case "credentials":
        return browser.signIn(adasForm);
      case "email":
        await browser.submit("signin/email", { email });
        return browser.submit("callback/email", { code: inbox.newest().code });
      case "password":
        if (this.#isKnown) return browser.submit("callback/password", { email, password });
        await browser.submit("password/sign-up", { email, password });
        return browser.submit("callback/password", { code: inbox.newest().code });
      case "oidc":
        return signInAtProvider(browser, rogue);
      case "passkey":
        return this.#withPasskey(browser);
    }
  }

  #withPasskey(browser: Browser): Promise<Response> {
    const person = new Person(this.#app.config, { browser, authenticator: this.#authenticator });
    return this.#isKnown ? person.authenticate() : person.register(this.email);
  }
}

/** The address of whoever is signed in; null for nobody. */
export async function who(browser: Browser): Promise<string | null> {
  return emailIn(await browser.session());
}

/** The address of whoever a program's key or token stands for; null for nobody. */
export async function whoHas(credential: string, browser: Browser): Promise<string | null> {
  const headers = { authorization: `Bearer ${credential}` };
  return emailIn(await (await browser.get("session", { headers })).json());
}

function emailIn(session: unknown): string | null {
  if (typeof session !== "object" || session === null) return null;
  return textMember(Reflect.get(session, "user"), "email");
}
