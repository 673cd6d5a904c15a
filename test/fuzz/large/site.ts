import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { customFetch } from "latchkey";
import Passkey from "latchkey/providers/passkey";
import { Browser, location } from "../../support/client.js";
import {
  adasForm,
  people,
  recorder,
  secret,
  type Strategy,
  type TestConfig,
} from "../../support/config.js";

/** Somebody who is signed in and in the middle of every kind of sign-in. */
export interface Site {
  readonly config: TestConfig;
  readonly browser: Browser;
  readonly csrfToken: string;
  /** `state` of the sign-in at a provider. */
  readonly state: string;
}

const unreachable = () => Promise.resolve(Response.json({ error: "no" }, { status: 400 }));

export async function openSite(strategy: Strategy): Promise<Site> {
  const config: TestConfig = {
    providers: [
      people,
      Passkey(),
      { id: "email", type: "email", from: "a@b.test", sendVerificationRequest: () => undefined },
      {
        id: "plain",
        name: "Plain",
        type: "oauth",
        clientId: "client-1",
        clientSecret: "secret-1",
        authorization: "https://id.test/authorize",
        token: "https://id.test/token",
        userinfo: "https://id.test/userinfo",
        [customFetch]: unreachable,
      },
    ],
    secret,
    trustHost: true,
    logger: recorder().logger,
    adapter: MemoryAdapter(createMemoryStore()),
    session: { strategy },
    experimental: { enableWebAuthn: true },
    callbacks: { signIn: () => true },
    // One of the two has pages of its own, to which queries are passed on.
    ...(strategy === "database" && {
      pages: { signIn: "/login", error: "/oops", verifyRequest: "/mail" },
    }),
  };
  const browser = new Browser(config);
  await browser.signIn(adasForm);
  await browser.submit("signin/email", { email: "reader@example.org" });
  await browser.get("webauthn-options/passkey?action=authenticate");
  const request = new URL(location(await browser.submit("signin/plain")));
  const state = request.searchParams.get("state") ?? "";
  return { config, browser, csrfToken: await browser.csrfToken(), state };
}
