// A whole sign-in at an OpenID provider on this machine: beginning, finishing, and the calls it takes.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { times } from "../measure.mjs";
import { Browser, clocked, config, origin, ours } from "../world.mjs";

export const title = "OAuth sign-in at a local OpenID provider";

const libraries = {
  latchkey: async () => (await ours("doors/index")).Auth,
  "@auth/core": async () => (await import("@auth/core")).Auth,
};

export async function startProvider(...args) {
  const child = fork(fileURLToPath(new URL("../servers/openid.mjs", import.meta.url)), args);
  const issuer = await new Promise((resolve) => child.once("message", resolve));
  child.unref();
  child.channel?.unref();
  process.once("exit", () => child.kill());
  return { issuer, stop: () => child.kill() };
}

export const settings = (issuer) => ({
  ...config(),
  providers: [
    {
      id: "local",
      name: "Local",
      type: "oidc",
      issuer,
      clientId: "client",
      clientSecret: "client secret",
    },
  ],
  logger: { error: console.error, warn: () => undefined, debug: () => undefined },
});

/** One browser, one sign-in: begin() gives the provider's address, finish() comes back from it. */
export function signIn(auth, own) {
  const browser = new Browser();
  const get = async (url) =>
    browser.take(await auth(new Request(url, { headers: { cookie: browser.header() } }), own));
  let csrfToken;
  const post = async (path) => {
    const request = new Request(`${origin}/auth/${path}`, {
      method: "POST",
      headers: {
        cookie: browser.header(),
        origin,
        "content-type": "application/json",
        "x-auth-return-redirect": "1",
      },
      body: JSON.stringify({ csrfToken }),
    });
    const { url } = await browser.take(await auth(request, own)).json();
    return url;
  };
  return {
    async prepare() {
      ({ csrfToken } = await (await get(`${origin}/auth/csrf`)).json());
      return this;
    },
    begin: () => post("signin/local"),
    async finish(authorizationUrl) {
      const response = await fetch(authorizationUrl, { redirect: "manual" });
      const answer = await get(response.headers.get("location"));
      if (!/session-token=/.test(browser.header())) {
        throw new Error(`Nobody was signed in: ${answer.status} ${answer.headers.get("location")}`);
      }
    },
    async readSession() {
      const session = await (await get(`${origin}/auth/session`)).json();
      if (session?.user?.name !== "Ada") throw new Error("The session is not Ada's.");
    },
    async signOut() {
      await this.prepare();
      await post("signout");
      if (/session-token=/.test(browser.header())) throw new Error("Nobody was signed out.");
    },
  };
}

/** The clock runs while the library does, not while the browser is at the provider. */
const each = (make) =>
  Object.fromEntries(
    Object.entries(libraries).map(([name, load]) => [
      name,
      async () => {
        const { issuer } = await startProvider();
        const { auth, spent } = clocked(await load());
        return Object.assign(await make(auth, settings(issuer)), { spent });
      },
    ]),
  );

export const groups = {
  "begin, with the provider's metadata known": {
    rounds: 21,
    variants: each(async (auth, own) => {
      const visit = await signIn(auth, own).prepare();
      return () => visit.begin();
    }),
  },
  "whole sign-in": {
    rounds: 21,
    variants: each((auth, own) => async () => {
      const visit = await signIn(auth, own).prepare();
      await visit.finish(await visit.begin());
    }),
  },
};

/** Calls that the provider saw from the library in the sign-ins after the first. */
async function callsOf(load) {
  const { issuer, stop } = await startProvider();
  try {
    const [auth, own] = [await load(), settings(issuer)];
    const once = async () => {
      const visit = await signIn(auth, own).prepare();
      await visit.finish(await visit.begin());
    };
    await once();
    const seen = async () => (await fetch(`${issuer}/seen`)).json();
    const before = await seen();
    for (let time = 0; time < 10; time++) await once();
    const after = await seen();
    const calls = ["discovery", "keys", "token", "userinfo"].map(
      (name) => (after[name] - before[name]) / 10,
    );
    return calls.reduce((sum, count) => sum + count, 0);
  } finally {
    stop();
  }
}

export async function run() {
  const calls = {};
  for (const [name, load] of Object.entries(libraries)) {
    const count = await callsOf(load);
    calls[name] = { median: count, low: count, high: count };
  }
  return { "outgoing calls per later sign-in": calls };
}

export const units = { "outgoing calls per later sign-in": "" };

const faster = (taken) => times(taken["@auth/core"], taken.latchkey);

export function ratios(tables) {
  const calls = tables["outgoing calls per later sign-in"];
  return [
    {
      name: "Outgoing calls of a sign-in, after the first",
      value: calls.latchkey.median,
      atMost: 1,
    },
    {
      name: "Beginning of a sign-in at a provider, times faster than @auth/core",
      value: faster(tables["begin, with the provider's metadata known"]),
      atLeast: 5,
      today: 3.2,
      why: "three quarters of its processor time are the platform's, by the profiler: reading the body, random values, a hash, an HMAC, the sealed record and the answer. A quarter is the library's own code.",
    },
    {
      name: "Whole sign-in at a provider, times faster than @auth/core",
      value: faster(tables["whole sign-in"]),
      atLeast: 3,
      today: 1.5,
      why: "four fifths of its processor time are the platform's, by the profiler: the call of the token endpoint, Requests, Responses and cryptography. A sixth is the library's own code, the rest oauth4webapi.",
    },
  ];
}
