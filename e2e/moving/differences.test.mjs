// What the page on moving from Auth.js says is different, tried on both sides.
import { Auth as PublishedAuth, setEnvDefaults as publishedDefaults } from "@auth/core";
import PublishedGitLab from "@auth/core/providers/gitlab";
import { Auth, setEnvDefaults } from "latchkey";
import GitLab from "latchkey/providers/gitlab";
import { describe, expect, it } from "vitest";

const secret = "a secret of the tests that is long enough for everybody";
const [stable, preview] = ["https://stable.test", "https://preview.test"];
const sides = { "Auth.js": PublishedAuth, Latchkey: Auth };

const own = () => ({
  id: "own",
  name: "Own",
  type: "oauth",
  authorization: "https://idp.test/authorize",
  token: "https://idp.test/token",
  userinfo: "https://idp.test/me",
  clientId: "an id",
  clientSecret: "a secret",
});

function application(auth, more = {}) {
  const logged = [];
  const note =
    (level) =>
    (...given) =>
      logged.push([level, given.map((one) => one?.name ?? one?.type ?? one).join(" ")]);
  const config = {
    ...{ secret, trustHost: true, basePath: "/auth", debug: true, providers: [own()] },
    logger: { error: note("error"), warn: note("warn"), debug: note("debug") },
    ...more,
  };
  return { logged, ask: (path, init) => auth(new Request(path, init), { ...config }) };
}

/** The state that a sign-in on a preview deployment sends to the provider. */
async function stateFrom({ ask }) {
  const csrf = await ask(`${preview}/auth/csrf`);
  const { csrfToken } = await csrf.json();
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  const headers = { cookie, origin: preview };
  const body = new URLSearchParams({ csrfToken });
  const response = await ask(`${preview}/auth/signin/own`, { method: "POST", headers, body });
  return new URL(response.headers.get("location")).searchParams.get("state");
}

describe("what is different", () => {
  const pairs = Object.keys(sides).flatMap((a) => Object.keys(sides).map((b) => [a, b]));
  it.each(pairs)(
    "a redirect proxy: the preview on %s, the proxy on %s",
    async (begins, forwards) => {
      const settings = {
        redirectProxyUrl: `${stable}/auth`,
        ...(forwards === "Latchkey" && { redirectProxyOrigins: [preview] }),
      };
      const state = await stateFrom(application(sides[begins], settings));
      const query = new URLSearchParams({ code: "a code", state });
      const { ask } = application(sides[forwards], settings);
      const response = await ask(`${stable}/auth/callback/own?${query}`);
      const { origin } = new URL(response.headers.get("location"), stable);
      expect(origin).toBe(begins === forwards ? preview : stable);
    },
  );

  it("a cookie that can't be decrypted: an error there, a debug message here", async () => {
    const cookie = "__Secure-authjs.session-token=eyJhbGciOiJkaXIifQ..a.b.c";
    const levels = {};
    for (const [name, auth] of Object.entries(sides)) {
      const { ask, logged } = application(auth);
      const response = await ask(`${stable}/auth/session`, { headers: { cookie } });
      expect(await response.json()).toBeNull();
      levels[name] = logged.filter(([level]) => level === "error").map(([, text]) => text);
      if (name === "Latchkey") {
        expect(logged.map(([, text]) => text).join()).toContain("session_token_refused");
      }
    }
    expect(levels).toEqual({ "Auth.js": ["JWTSessionError"], Latchkey: [] });
  });

  it("setEnvDefaults: there it writes into the provider, here into a copy", () => {
    const env = { AUTH_SECRET: secret, AUTH_OWN_ID: "an id", AUTH_OWN_SECRET: "a secret" };
    for (const [defaults, id] of [
      [publishedDefaults, "an id"],
      [setEnvDefaults, undefined],
    ]) {
      const provider = { ...own(), clientId: undefined };
      const config = { providers: [provider] };
      defaults(env, config);
      expect(config.providers[0].clientId).toBe("an id");
      expect(provider.clientId).toBe(id);
    }
  });

  it("an endpoint of a provider may be an object where it was a text", () => {
    const address = "https://gitlab.com/oauth/authorize?scope=read_user";
    expect(PublishedGitLab({}).authorization).toBe(address);
    const { url, params } = GitLab({}).authorization;
    expect(`${url}?${new URLSearchParams(params)}`).toBe(address);
  });
});
