// The users of one application of several processes: residents, whose sessions are read, and guests, who come and go.
// Each request goes to the next process.
import { Agent, get } from "node:http";
import { Visitor } from "../kill/visitor.mjs";

const patience = 15_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** An answer that must never be given: the session of another user, or one that was revoked. */
export class WrongAnswer extends Error {}

export class Crowd {
  #side;
  #origins;
  #turn = 0;
  #read = 0;
  #refreshed = 0;
  #residents = [];
  #guests = [];
  #revoked = [];
  #people = 0;

  constructor(side, origins) {
    this.#side = side;
    this.#origins = origins;
  }

  async enter(residents, guests) {
    while (this.#residents.length < residents) this.#residents.push(await this.#signIn());
    while (this.#guests.length < guests) await this.signIn();
  }

  /** Reads a resident's session. */
  read() {
    this.#read += 1;
    return this.#expect(this.#residents[this.#read % this.#residents.length]);
  }

  /** A new session of somebody who was here before, or nearly so. */
  async signIn() {
    this.#guests.push(await this.#signIn());
  }

  /** An access token that hasn't expired, so it's another one each time. */
  async refresh() {
    // In turns of their own: asked twice at once, a library may give the same token twice.
    this.#refreshed += 1;
    const person = this.#residents[this.#refreshed % this.#residents.length];
    const answer = await person.visitor.send(`${this.#any()}/token`, {});
    const token = await jsonOf(answer);
    const [, sub, number] = /^(.+)\.(\d+)$/.exec(token) ?? [];
    if (sub === undefined) throw new Error(`No access token: ${answer.status}`);
    if (sub !== person.name) throw new WrongAnswer(`An access token of ${sub} for ${person.name}.`);
    if (Number(number) <= person.token) throw new Error("The access token was not refreshed.");
    person.token = Number(number);
  }

  /** Ends the oldest session of a guest. */
  async revoke() {
    const guest = this.#guests.shift();
    const { status } = await guest.visitor.send(`${this.#any()}/revoke`, {});
    if (status !== 200) throw new Error(`A revocation: ${status}`);
    guest.isRevoked = true;
    this.#revoked.push(guest);
    // Wherever they go from here.
    await this.#expect(guest);
    await this.#expect(guest);
    if (this.#revoked.length > 200) this.#revoked.shift();
  }

  /** Whether everybody is still signed in, or still isn't. */
  async checkAll() {
    const all = [...this.#residents, ...this.#guests, ...this.#revoked];
    for (const person of all) await this.#expect(person);
  }

  #any() {
    this.#turn += 1;
    return this.#origins[this.#turn % this.#origins.length];
  }

  async #signIn() {
    this.#people += 1;
    const person = { name: `person${this.#people % 500}`, visitor: new Visitor(), token: -1 };
    const { visitor, name } = person;
    const sent = await this.#side.begin(visitor, this.#any());
    const provider = new URL(sent.headers.get("location"));
    provider.searchParams.set("login_hint", name);
    const back = await fetch(provider, { redirect: "manual" });
    const { pathname, search } = new URL(back.headers.get("location"));
    const answer = await visitor.send(this.#any() + pathname + search);
    if (answer.status !== 302) throw new Error(`A callback: ${answer.status}`);
    person.cookie = visitor.cookie();
    await this.#expect(person);
    return person;
  }

  async #expect({ name, cookie, isRevoked }) {
    const { status, body } = await readAs(this.#any(), cookie);
    if (status !== 200) throw new Error(`A session read: ${status}`);
    const email = JSON.parse(body)?.email;
    if (isRevoked && email !== undefined) throw new WrongAnswer(`${name}'s session was revoked.`);
    if (!isRevoked && email !== `${name}@example.org`) {
      throw new WrongAnswer(`${name}'s session is that of ${email ?? "nobody"}.`);
    }
  }
}

async function jsonOf(response) {
  const text = await response.text();
  return response.status === 200 ? JSON.parse(text) : undefined;
}

function readAs(origin, cookie) {
  return new Promise((resolve, reject) => {
    const options = { agent, headers: { cookie }, timeout: patience };
    const request = get(`${origin}/me`, options, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (body += chunk));
      response.on("end", () => resolve({ status: response.statusCode, body }));
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error("No answer.")));
    request.on("error", reject);
  });
}
