import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import { toBase64Url } from "../crypto/encoding.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomId } from "../crypto/random.js";
import { openCookie, sealCookie } from "../cookies/sealed.js";

/*
 * A browser that has signed in as a user keeps a sealed cookie that says so. Attempts at that user's name from
 * this browser are counted apart from everybody else's, so a flood from elsewhere doesn't lock the owner out
 * (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). The cookie proves nothing: it only chooses
 * which counter is used, and every counter has the same limit.
 */

const salt = "latchkey.device";
/** Seconds after a sign-in for which the browser counts as known: half a year. */
const lasts = 180 * 24 * 60 * 60;
/** Maximum number of names one browser is known for. Those that signed in longest ago are dropped. */
const mostSubjects = 16;

export interface DeviceContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What is attempted: the provider, and the names typed there, as limit keys such as `name:ada`. */
export interface Tried {
  readonly provider: string;
  readonly names: readonly string[];
}

/** The same with `subjectsOf` it. */
export interface TriedBy extends Tried {
  readonly subjects: readonly string[];
}

interface Device {
  readonly id: string;
  /** When a subject last signed in, in seconds since 1970; newest first. */
  readonly subjects: ReadonlyMap<string, number>;
}

/** The name without the kind of limit key: a code sent to an address and its password belong to the same name. */
export function nameIn(key: string): string {
  return key.slice(key.indexOf(":") + 1);
}

/** Hashes of the names, so that the cookie stays small. */
export function subjectsOf(
  { keys }: Pick<DeviceContext, "keys">,
  { provider, names }: Tried,
): Promise<readonly string[]> {
  return Promise.all(
    names.map(async (name) => {
      const hash = await keys.backend.sha(256, JSON.stringify([provider, nameIn(name)]));
      return toBase64Url(hash).slice(0, 22);
    }),
  );
}

/** The id of this browser if it has signed in under all of these names before. */
export async function knownDevice(
  context: DeviceContext,
  subjects: readonly string[],
): Promise<string | undefined> {
  if (subjects.length === 0) return undefined;
  const device = await readDevice(context);
  return device && subjects.every((subject) => device.subjects.has(subject))
    ? device.id
    : undefined;
}

/** What a plugin limits: guesses at something of one user, from any browser. */
export function guessesAt(plugin: string, userId: string): Tried {
  return { provider: plugin, names: [`user:${userId}`] };
}

/** The user who has signed in. */
interface Entered {
  readonly userId: string | undefined;
  /** Plugins with something of the user's to guess. */
  readonly plugins: readonly string[];
  /** The names they signed in under. */
  readonly subjects?: readonly string[] | undefined;
}

/** Records that a user has signed in here. */
export async function noteDevice(
  context: DeviceContext,
  { userId, plugins, subjects = [] }: Entered,
): Promise<void> {
  const guessed = plugins.map((plugin) =>
    userId === undefined ? [] : subjectsOf(context, guessesAt(plugin, userId)),
  );
  const signedIn = [...subjects, ...(await Promise.all(guessed)).flat()];
  if (signedIn.length > 0) await rememberDevice(context, signedIn);
}

/** Adds a user to those who have signed in with this browser. */
async function rememberDevice(context: DeviceContext, signedIn: readonly string[]): Promise<void> {
  const { cookies, now } = context;
  const before = await readDevice(context);
  const at = Math.floor(now / 1000);
  const subjects = new Map(signedIn.map((subject) => [subject, at]));
  for (const [subject, since] of before?.subjects ?? []) {
    if (!subjects.has(subject)) subjects.set(subject, since);
  }
  const claims = { device: before?.id ?? randomId(), known: [...subjects].slice(0, mostSubjects) };
  await sealCookie(context, cookies.device, { salt, claims, maxAge: lasts });
}

async function readDevice(context: DeviceContext): Promise<Device | undefined> {
  const { cookies, now } = context;
  const { device: id, known } = (await openCookie(context, cookies.device, salt)) ?? {};
  if (typeof id !== "string" || !Array.isArray(known)) return undefined;
  const recent = known.filter(isSubject).filter(([, at]) => at > now / 1000 - lasts);
  return { id, subjects: new Map(recent) };
}

function isSubject(value: unknown): value is [string, number] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "number";
}
