// Visitors who sign in the long way: by a link in a mail, and at the identity provider of the demo.
import { setTimeout as pause } from "node:timers/promises";
import { Visitor } from "../kill/visitor.mjs";

const passwords = [
  { email: "ada@example.com", password: "ada-likes-green-tea" },
  { email: "ben@example.com", password: "ben-likes-plum-jam" },
];
export const formOf = (index) => passwords[index % passwords.length];

/** Somebody who signs in with a password and stays: their cookie and address. */
export async function signInToStay(origin, index) {
  const visitor = new Visitor();
  const form = formOf(index);
  await visitor.submit(origin, "callback/password", form);
  await expectSession(visitor, origin, form.email);
  return { email: form.email, cookie: `authjs.session-token=${visitor.sessionToken()}` };
}

/** Somebody whose password is wrong, and of five times one whose address is known. */
export async function byWrongPassword(origin, turn) {
  const email = turn % 5 === 0 ? passwords[0].email : `nobody-${turn}@example.org`;
  const form = { email, password: "ada-likes-black-coffee" };
  const answer = await new Visitor().submit(origin, "callback/password", form);
  const location = answer.headers.get("location") ?? "";
  if (!location.includes("error=CredentialsSignin")) {
    throw new Error(`A wrong password: ${location}`);
  }
}

/** Asks for a mail with an address nobody had before, follows its link, and signs out. */
export async function byEmail(origin, email) {
  const visitor = new Visitor();
  expectStatus(await visitor.submit(origin, "signin/nodemailer", { email }), 303);
  const link = await linkFor(visitor, origin, email);
  expectStatus(await visitor.send(origin + link.pathname + link.search), 302);
  await expectSession(visitor, origin, email);
  await leave(visitor, origin);
}

/** Goes to the identity provider, chooses a person there, comes back, and signs out. */
export async function byIdentity(origin, person) {
  const visitor = new Visitor();
  const sent = await visitor.submit(origin, "signin/local", {});
  const login = await follow(visitor, sent, (url) => url.pathname.startsWith("/login/"));
  const back = await visitor.send(login.href, { person });
  await follow(visitor, back, (url) => url.href === `${origin}/`);
  await expectSession(visitor, origin, `${person}@example.net`);
  await leave(visitor, origin);
}

/** Follows redirects until one leads to an address of interest. */
async function follow(visitor, response, isThere, left = 6) {
  const location = response.headers.get("location");
  if (location === null || left === 0) throw new Error(`Stopped with status ${response.status}.`);
  const url = new URL(location, response.url);
  if (isThere(url)) return url;
  if (url.searchParams.has("error")) throw new Error(`Sent to ${url.pathname}${url.search}`);
  return follow(visitor, await visitor.send(url.href), isThere, left - 1);
}

/** The mail is in the inbox once it was sent; with others around it may be further down. */
async function linkFor(visitor, origin, email) {
  for (let tries = 0; tries < 20; tries += 1) {
    const list = await (await visitor.send(`${origin}/inbox`)).text();
    const [, id] =
      new RegExp(`/inbox/([\\w-]+)"[^<]*</a>\\s*<p[^>]*>To ${email},`).exec(list) ?? [];
    if (id !== undefined) {
      const mail = await (await visitor.send(`${origin}/inbox/${id}`)).text();
      const [link] = /http:\/\/[^\s<]+\/auth\/callback\/nodemailer[^\s<]+/.exec(mail) ?? [];
      if (link !== undefined) return new URL(link.replaceAll("&amp;", "&"));
    }
    await pause(50);
  }
  throw new Error("No mail came.");
}

async function leave(visitor, origin) {
  expectStatus(await visitor.submit(origin, "signout", {}), 303);
  const session = await (await visitor.send(`${origin}/auth/session`)).json();
  if (session !== null) throw new Error("Somebody who signed out is still signed in.");
}

async function expectSession(visitor, origin, email) {
  const session = await (await visitor.send(`${origin}/auth/session`)).json();
  if (session?.user?.email !== email) throw new Error(`${email} is not signed in.`);
}

function expectStatus(response, status) {
  const location = response.headers.get("location") ?? "";
  if (response.status === status && !location.includes("error=")) return;
  throw new Error(`Status ${response.status} ${location} instead of ${status}.`);
}
