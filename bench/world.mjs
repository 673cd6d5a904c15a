// What all cases share: the library as built, one secret, sessions small and large.
import {
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  timingSafeEqual,
} from "node:crypto";

export const root = new URL("..", import.meta.url);

/** Where the library was built. */
export const distFolder = process.env["BENCH_DIST"] ?? "dist";

/** A module of the library as it was built. */
export const ours = (path) => import(new URL(`${distFolder}/${path}.js`, root).href);

export const secret = "a secret for measuring, long enough: 3f9c1d";
export const cookieName = "authjs.session-token";
export const origin = "http://localhost:3000";

const { encode } = await ours("doors/jwt");

const person = {
  name: "Ada",
  email: "ada@example.org",
  picture: "https://img.test/ada.png",
  sub: "1",
};

/** A session token that both libraries accept, with `extra` characters of content, and more claims. */
export const token = (extra = 0, more = {}) =>
  encode({
    token: { ...person, ...(extra > 0 && { extra: "x".repeat(extra) }), ...more },
    secret,
    salt: cookieName,
    maxAge: 30 * 24 * 60 * 60,
  });

const chunkSize = 4096 - 160;

/** The Cookie header of a browser that has the token, among other cookies. */
export function cookieHeader(value) {
  const count = Math.ceil(value.length / chunkSize);
  const parts = Array.from({ length: count }, (_, index) => {
    const name = count === 1 ? cookieName : `${cookieName}.${index}`;
    return `${name}=${value.slice(index * chunkSize, (index + 1) * chunkSize)}`;
  });
  return ["theme=dark", ...parts, "lang=en"].join("; ");
}

/** More characters than the library remembers of tokens and what they hold. */
const beyondMemory = 5_000_000;

/**
 * Cookie headers of as many people as it takes for the library to have forgotten each by its next
 * turn; the first of them is given first.
 */
export async function cookieHeaders(extra = 0, more = () => ({})) {
  const first = await token(extra, more());
  const count = Math.ceil(beyondMemory / (first.length + extra + 150));
  const headers = [cookieHeader(first)];
  while (headers.length < count) headers.push(cookieHeader(await token(extra, more())));
  return headers;
}

/** Gives the items of a list in turns, for ever. */
export function inTurns(list) {
  let next = 0;
  return () => list[next++ % list.length];
}

const provider = (index) => ({
  id: `provider${index}`,
  name: `Provider ${index}`,
  type: "oidc",
  issuer: `https://provider${index}.test`,
  clientId: "client",
  clientSecret: "client secret",
});

/** A configuration for both libraries. */
export const config = (providers = 1, more = {}) => ({
  providers: Array.from({ length: providers }, (_, index) => provider(index)),
  secret,
  trustHost: true,
  basePath: "/auth",
  ...more,
});

export const sessionRequest = (cookie) =>
  new Request(`${origin}/auth/session`, { headers: { cookie } });

/** As much of an Express request as the libraries look at. */
export function expressRequest(cookie) {
  const headers = { cookie, host: "localhost:3000" };
  return {
    headers,
    protocol: "http",
    get: (name) => headers[name.toLowerCase()],
    app: { get: () => () => false },
    socket: { remoteAddress: "127.0.0.1" },
  };
}

/**
 * The decryption alone, as short as node:crypto allows: authenticate, decrypt, parse. What a session
 * read is held against.
 */
export function bareDecryption() {
  const info = `Auth.js Generated Encryption Key (${cookieName})`;
  const key = Buffer.from(hkdfSync("sha256", secret, cookieName, info, 64));
  const macKey = createSecretKey(key.subarray(0, 32));
  const encryptionKey = createSecretKey(key.subarray(32));
  return (text) => {
    const [header, , ...rest] = text.split(".");
    const [iv, ciphertext, tag] = rest.map((part) => Buffer.from(part, "base64url"));
    const bits = Buffer.alloc(8);
    bits.writeUInt32BE(header.length * 8, 4);
    const mac = createHmac("sha512", macKey)
      .update(header)
      .update(iv)
      .update(ciphertext)
      .update(bits);
    if (!timingSafeEqual(mac.digest().subarray(0, 32), tag)) throw new Error("forged");
    const decipher = createDecipheriv("aes-256-cbc", encryptionKey, iv);
    return JSON.parse(decipher.update(ciphertext, undefined, "utf8") + decipher.final("utf8"));
  };
}

/** The value of a cookie, and no more. */
export function cookieValue(header, name) {
  for (const pair of header.split("; ")) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1);
  }
  return undefined;
}

/** Requests in number, made before the clock runs, handed out again and again: they have no body. */
export const requests = (cookie, count = 64) =>
  inTurns(Array.from({ length: count }, () => sessionRequest(cookie)));

/** Cookies of responses, as a browser would send them back. */
export class Browser {
  #cookies = new Map();

  take(response) {
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(";", 1);
      const at = pair.indexOf("=");
      const value = pair.slice(at + 1);
      if (value === "" || /max-age=0/i.test(line)) this.#cookies.delete(pair.slice(0, at));
      else this.#cookies.set(pair.slice(0, at), value);
    }
    return response;
  }

  header() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }
}

/** Reads sessions by function, one request after the other. Each was read once before. */
export async function readInTurns(requests, own) {
  const { getSession } = await ours("frameworks/express/index");
  for (const request of requests) {
    if (!(await getSession(request, own))?.user) throw new Error("The session was not found.");
  }
  const request = inTurns(requests);
  return () => getSession(request(), own);
}

/**
 * The same function with a clock that runs only while it does: what makes requests, and plays the browser, is not
 * measured. `spent()` tells the microseconds so far, without those that looking at the clock takes.
 */
export function clocked(auth) {
  let [total, calls] = [0, 0];
  const now =
    process.env["BENCH_CLOCK"] === "elapsed" ? () => performance.now() * 1000 : processorTime;
  const timed = async (...given) => {
    const before = now();
    try {
      return await auth(...given);
    } finally {
      total += now() - before;
      calls++;
    }
  };
  const looking = timeOfLooking(now);
  return { auth: timed, spent: () => total - calls * looking };
}

/** Microseconds between two looks at a clock when nothing is done between them. */
function timeOfLooking(now) {
  let total = 0;
  const [warmUp, looks] = [2000, 5000];
  for (let look = -warmUp; look < looks; look++) {
    const before = now();
    const taken = now() - before;
    if (look >= 0) total += taken;
  }
  return total / looks;
}

function processorTime() {
  const { user, system } = process.cpuUsage();
  return user + system;
}
