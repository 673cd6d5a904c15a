import { askInTime } from "../async/deadline.js";
import type { AuthConfig } from "../auth-config.js";
import { webUrl } from "../http/urls.js";

const defaultTimeout = 10_000;

/** Claims of the same length for each letter, so that their tokens differ in place. */
const claimsOf = (letter: string) => ({
  sub: "00000000-0000-4000-8000-000000000000".replaceAll("0", letter),
  name: letter.repeat(64),
});
/** Where the tokens are cut, as shares of what differs: a signature may be much longer than the claims. */
const shares = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 7 / 8, 15 / 16];
const salt = "latchkey-probe";

/**
 * Creates the tokens of two users, joins the beginning of one with the end of the other, and returns whether the
 * result is read as claims of both. That needs no knowledge of the encoding, and no signed or encrypted token
 * survives it.
 */
export async function findForgery({
  jwt = {},
  secret = [],
  timeout = defaultTimeout,
}: AuthConfig): Promise<boolean> {
  const { encode, decode } = jwt;
  if (!encode || !decode) return false;
  const given = { secret: jwt.secret?.length ? jwt.secret : secret, salt };
  const tokenOf = (letter: string) =>
    answerOf("jwt.encode", timeout, () =>
      encode.call(jwt, { ...given, token: claimsOf(letter), maxAge: 60 }),
    );
  for (const token of joined(await tokenOf("a"), await tokenOf("b"))) {
    const claims = await answerOf("jwt.decode", timeout, async () =>
      JSON.stringify(await decode.call(jwt, { ...given, token })),
    );
    if (typeof claims === "string" && /a{4}/.test(claims) && /b{4}/.test(claims)) return true;
  }
  return false;
}

/** Whether the `redirect` callback allows a site that isn't listed anywhere. */
export async function passesEverything(
  { callbacks, timeout = defaultTimeout }: AuthConfig,
  origin: string | null,
): Promise<boolean> {
  if (!callbacks?.redirect) return false;
  const stranger = "https://latchkey-probe.invalid";
  const params = { url: `${stranger}/`, baseUrl: origin ?? "https://site.invalid" };
  const target = await answerOf("callbacks.redirect", timeout, () => callbacks.redirect?.(params));
  return typeof target === "string" && webUrl(target)?.origin === stranger;
}

/** A function that throws has refused. */
async function answerOf(name: string, timeout: number, ask: () => unknown): Promise<unknown> {
  try {
    return await askInTime(name, async () => ask(), timeout);
  } catch {
    return undefined;
  }
}

/** The beginnings of one token with the ends of the other. Empty if they aren't equally long. */
function joined(one: unknown, other: unknown): readonly string[] {
  if (typeof one !== "string" || typeof other !== "string" || one.length !== other.length) {
    return [];
  }
  const places = Array.from({ length: one.length }, (_, at) => at).filter(
    (at) => one[at] !== other[at],
  );
  const cuts = shares.map((share) => places[Math.floor(places.length * share)] ?? 0);
  return cuts.map((cut) => one.slice(0, cut) + other.slice(cut));
}
