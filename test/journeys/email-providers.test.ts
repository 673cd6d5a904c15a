import { createServer, type IncomingHttpHeaders } from "node:http";
import { customFetch } from "latchkey";
import { EmailSignInError } from "latchkey/errors";
import type { EmailConfig, FetchLike } from "latchkey/providers";
import ForwardEmail from "latchkey/providers/forwardemail";
import Loops from "latchkey/providers/loops";
import MailGun from "latchkey/providers/mailgun";
import Postmark from "latchkey/providers/postmark";
import Resend from "latchkey/providers/resend";
import SendGrid from "latchkey/providers/sendgrid";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { Browser, location, sessionCookiesSet } from "../support/client.js";
import type { Recorder } from "../support/config.js";
import { follow, mailWorld } from "../support/mail-world.js";

interface Call {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

const calls: Call[] = [];
let answer: { status: number; body: string; headers?: Record<string, string> };
beforeEach(() => {
  calls.length = 0;
  answer = { status: 200, body: "{}" };
});

/** Stands in for every service: the path begins with the host it would have been called at. */
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    void readBody(Buffer.concat(chunks), request.headers["content-type"] ?? "").then((body) => {
      const { url = "", method, headers } = request;
      calls.push({ url: `https:/${url}`, method, headers, body });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => server.close());
const at = server.address();
const port = typeof at === "object" && at ? at.port : 0;

async function readBody(bytes: Buffer, type: string): Promise<unknown> {
  if (type.startsWith("application/json")) return JSON.parse(bytes.toString());
  const form = await new Response(new Uint8Array(bytes), {
    headers: { "content-type": type },
  }).formData();
  return Object.fromEntries(form);
}

const toLocal: FetchLike = (input, init) => {
  const { host, pathname } = new URL(input instanceof Request ? input.url : input);
  return fetch(`http://127.0.0.1:${port}/${host}${pathname}`, init);
};

const address = "lin@example.org";
const options = { apiKey: "key-123", from: "Acme <no-reply@mg.acme.test>", [customFetch]: toLocal };
const subject = "Sign in to app.test";
const html: unknown = expect.stringContaining("<!doctype html>");
const text: unknown = expect.stringContaining("https://app.test/auth/callback/");
const sixDigits: unknown = expect.stringMatching(/^\d{6}$/);
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
const from = "Acme <no-reply@mg.acme.test>";

interface Shape {
  readonly provider: EmailConfig;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const shapes: Readonly<Record<string, Shape>> = {
  resend: {
    provider: Resend(options),
    url: "https://api.resend.com/emails",
    headers: { authorization: "Bearer key-123" },
    body: { from, to: address, subject, html, text },
  },
  sendgrid: {
    provider: SendGrid(options),
    url: "https://api.sendgrid.com/v3/mail/send",
    headers: { authorization: "Bearer key-123" },
    body: {
      personalizations: [{ to: [{ email: address }] }],
      from: { email: "no-reply@mg.acme.test", name: "Acme" },
      subject,
      content: [
        { type: "text/plain", value: text },
        { type: "text/html", value: html },
      ],
      tracking_settings: { click_tracking: { enable: false, enable_text: false } },
    },
  },
  postmark: {
    provider: Postmark(options),
    url: "https://api.postmarkapp.com/email",
    headers: { "x-postmark-server-token": "key-123", accept: "application/json" },
    body: {
      From: from,
      To: address,
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      MessageStream: "outbound",
      TrackLinks: "None",
    },
  },
  mailgun: {
    provider: MailGun(options),
    url: "https://api.mailgun.net/v3/mg.acme.test/messages",
    headers: { authorization: basic("api:key-123") },
    body: { from, to: address, subject, html, text, "o:tracking": "no" },
  },
  "mailgun in Europe": {
    provider: MailGun({ ...options, region: "EU" }),
    url: "https://api.eu.mailgun.net/v3/mg.acme.test/messages",
    headers: { authorization: basic("api:key-123") },
    body: { from, to: address, subject, html, text, "o:tracking": "no" },
  },
  loops: {
    provider: Loops({ ...options, transactionalId: "letter-1" }),
    url: "https://app.loops.so/api/v1/transactional",
    headers: { authorization: "Bearer key-123" },
    body: { transactionalId: "letter-1", email: address, dataVariables: { url: text } },
  },
  "loops with the code": {
    provider: Loops({ ...options, transactionalId: "letter-1", withCode: true }),
    url: "https://app.loops.so/api/v1/transactional",
    headers: { authorization: "Bearer key-123" },
    body: {
      transactionalId: "letter-1",
      email: address,
      dataVariables: { url: text, code: sixDigits },
    },
  },
  forwardemail: {
    provider: ForwardEmail(options),
    url: "https://api.forwardemail.net/v1/emails",
    headers: { authorization: basic("key-123:") },
    body: { from, to: address, subject, html, text },
  },
};

function app(provider: EmailConfig) {
  return mailWorld(
    { server: { host: "", port: 0, ignoreTLS: true } },
    {},
    { providers: [provider] },
  );
}

/** Why the mail wasn't sent, as the log has it. */
function causeOf(log: Recorder): string {
  const [error] = log.errors("EmailSignInError");
  return error instanceof EmailSignInError ? String(error.cause?.err?.message) : "";
}

describe.each(Object.entries(shapes))("%s", (name, { provider, url, headers, body }) => {
  it("sends the mail in one call of the service's own shape, and its link signs in", async () => {
    const own = app(provider).browser();
    const response = await own.submit(`signin/${provider.id}`, { email: address });
    expect(location(response)).toContain(`verify-request?provider=${provider.id}&type=email`);
    expect(calls).toMatchObject([{ url, method: "POST", headers, body }]);
    const link = /https:\/\/app\.test[^\s"\\]*/.exec(JSON.stringify(calls[0]?.body))?.[0] ?? "";
    expect(sessionCookiesSet(await follow(own, new URL(link)))).toHaveLength(1);
  });

  it("offers the field for a code only when the mail holds one", async () => {
    const own = app(provider).browser();
    await own.submit(`signin/${provider.id}`, { email: address });
    const page = await own.get(`verify-request?provider=${provider.id}&type=email`);
    expect((await page.text()).includes('name="code"')).toBe(name !== "loops");
  });

  it.each([
    [401, '{"message":"bad key for lin@example.org"}'],
    [422, "<html>no</html>"],
    [500, ""],
  ])("ends on the sign-in page when the service answers %i", async (status, text) => {
    answer = { status, body: text };
    const { browser, store, log } = app(provider);
    const response = await browser().submit(`signin/${provider.id}`, { email: address });
    expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
    expect(store.verificationTokens.size).toBe(0);
    const said = causeOf(log);
    expect(said).toContain(`responded with status ${status}`);
    expect(said).not.toContain(address);
  });

  it("takes its key nowhere else when the service redirects", async () => {
    answer = { status: 307, body: "", headers: { location: "/evil.test/" } };
    const response = await app(provider)
      .browser()
      .submit(`signin/${provider.id}`, { email: address });
    expect(location(response)).toContain("error=EmailSignin");
    expect(calls).toHaveLength(1);
  });
});

describe("what the services need", () => {
  it.each([
    ["a key", Resend({ [customFetch]: toLocal }), /needs `apiKey`.*AUTH_RESEND_KEY/],
    ["the id of the text at Loops", Loops(options), /transactionalId/],
    ["a domain at Mailgun", MailGun({ ...options, from: "no-reply@a/../b" }), /plain domain/],
  ])("%s is missing: nothing is sent, and the log says what", async (_, provider, says) => {
    const { browser, log } = app(provider);
    const response = await browser().submit(`signin/${provider.id}`, { email: address });
    expect(location(response)).toBe("https://app.test/auth/signin?error=EmailSignin");
    expect(causeOf(log)).toMatch(says);
    expect(calls).toEqual([]);
  });

  it("from is no-reply at the site's host unless it is set", async () => {
    const provider = Resend({ apiKey: "k", [customFetch]: toLocal });
    await app(provider).browser().submit("signin/resend", { email: address });
    expect(calls).toMatchObject([{ body: { from: "no-reply@app.test" } }]);
  });

  it("a provider may be given as its function, with its key from the environment", () => {
    expect(Resend().id).toBe("resend");
    expect(new Browser({ providers: [Resend], secret: "s".repeat(40) })).toBeInstanceOf(Browser);
  });
});
