// Identity servers that npm has, as they are: people sign in at them with what docs/identity-servers.md says to write.
import { issuer } from "@openauthjs/openauth";
import { createSubjects } from "@openauthjs/openauth/subject";
import { MemoryStorage } from "@openauthjs/openauth/storage/memory";
import { Auth } from "latchkey";
import { expect, it } from "vitest";
import { serve } from "./serve.mjs";

const site = "https://app.test";

/** Serves what answers Web requests, at an address on this machine. */
function serveWeb(answer) {
  return serve(async (req, res) => {
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    const { method, headers } = req;
    const body = method === "POST" ? { body: Buffer.concat(chunks) } : {};
    const url = new URL(req.url, `http://${headers.host}`);
    const response = await answer(new Request(url, { method, headers, ...body }));
    for (const [name, value] of response.headers) {
      if (name !== "set-cookie") res.setHeader(name, value);
    }
    res.setHeader("set-cookie", response.headers.getSetCookie());
    res.writeHead(response.status);
    res.end(Buffer.from(await response.arrayBuffer()));
  });
}

/** A browser: the cookies of each origin, and redirects until it is back at the application. */
function browser(config) {
  const jars = new Map();
  const ask = async (url, init = {}) => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map();
    jars.set(origin, jar);
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const request = new Request(url, { redirect: "manual", ...init, headers: { cookie, origin } });
    const response = origin === site ? await Auth(request, config) : await fetch(request);
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(";");
      const at = pair.indexOf("=");
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  };
  const signIn = async (id) => {
    const { csrfToken } = await (await ask(`${site}/auth/csrf`)).json();
    const body = new URLSearchParams({ csrfToken });
    let response = await ask(`${site}/auth/signin/${id}`, { method: "POST", body });
    for (let hops = 0; hops < 10; hops++) {
      const target = response.headers.get("location");
      if (target === null || target === site) break;
      response = await ask(new URL(target, response.url || site));
    }
    return (await ask(`${site}/auth/session`)).json();
  };
  return { signIn };
}

/** OpenAuth, at which whoever comes is Pat. */
function openAuth() {
  const person = {
    "~standard": { version: 1, vendor: "tests", validate: (value) => ({ value }) },
  };
  const app = issuer({
    storage: MemoryStorage(),
    subjects: createSubjects({ user: person }),
    allow: async () => true,
    providers: {
      known: {
        type: "known",
        init: (route, ctx) => route.get("/authorize", (c) => ctx.success(c, { name: "Pat" })),
      },
    },
    success: (ctx, { name }) => ctx.subject("user", { name, email: "pat@example.org" }),
  });
  return serveWeb((request) => app.fetch(request));
}

it("OpenAuth: OAuth metadata alone, and what it says of people is in the access token", async () => {
  const server = await openAuth();
  const errors = [];
  const config = {
    secret: "a secret of the tests that is long enough for everybody",
    trustHost: true,
    basePath: "/auth",
    logger: { error: (...told) => errors.push(told), warn() {} },
    providers: [
      {
        id: "openauth",
        name: "OpenAuth",
        type: "oauth",
        issuer: server,
        clientId: "shop",
        client: { token_endpoint_auth_method: "none" },
        userinfo: {
          request({ tokens }) {
            const [, claims] = tokens.access_token.split(".");
            const { sub, properties } = JSON.parse(Buffer.from(claims, "base64url").toString());
            return { sub, ...properties };
          },
        },
      },
    ],
  };
  const session = await browser(config).signIn("openauth");
  expect(errors).toEqual([]);
  expect(session).toMatchObject({ user: { name: "Pat", email: "pat@example.org" } });
});
