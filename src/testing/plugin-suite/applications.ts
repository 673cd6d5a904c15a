import { definePlugin } from "../../core/engine/define-plugin.js";
import { isRecord } from "../../core/values/json.js";
import { define, type CaseMaker } from "./case.js";
import { causeOf, crashOf, person, worldOf, type Variant, type World } from "./world.js";

/** A plugin whose observers always fail. */
const failing = definePlugin({
  name: "zz-failing-observer",
  create: () => ({
    observe: () => {
      throw new Error("An observer of the suite fails.");
    },
  }),
});

/** Tokens that anyone could make, to check that the plugin doesn't rely on the built-in ones. */
const plainTokens: NonNullable<Variant["jwt"]> = {
  encode: ({ token = {} }) => btoa(encodeURIComponent(JSON.stringify(token))),
  decode: ({ token = "" }) => {
    const claims: unknown = JSON.parse(decodeURIComponent(atob(token)));
    return isRecord(claims) ? claims : null;
  },
};

const variants: Readonly<Record<string, Variant>> = {
  "JWT sessions": { strategy: "jwt" },
  "database sessions": { strategy: "database" },
  "big integers as ids": { strategy: "database", ids: "bigint" },
  "big integers as ids and JWT sessions": { strategy: "jwt", ids: "bigint" },
  "a language other than English": {
    language: { tag: "de", pages: { signIn: { title: "Anmelden" } } },
  },
  "a `jwt.encode` of the application's own": { jwt: plainTokens },
  "a configuration for each request": { perRequest: true, strategy: "database" },
  "an observer that fails": { beside: failing },
};

/** Signs in, visits the plugin's routes, and signs out. */
async function journey(world: World): Promise<readonly string[]> {
  const problems: string[] = [];
  const check = (what: string, answer: Response) => {
    problems.push(...crashOf(what, answer, world));
  };
  check("signing in", await world.visitor().signIn(person.id));
  const who = await world.signedIn();
  check("reading the session", await who.get("session"));
  if ((await who.session()) === null) problems.push("nobody is signed in by a valid session");
  for (const { name, path, route } of await world.routes()) {
    if (route.GET) check(`GET \`${name}\``, await who.get(path));
    if (route.POST) check(`POST \`${name}\``, await who.submit(path));
  }
  check("signing out", await (await world.signedIn()).submit("signout"));
  return problems;
}

/** Observers run outside of requests, so only the log shows that one failed. */
function observerFailures({ errors, spied }: World): readonly string[] {
  if (!spied.hooks().observe) return [];
  return errors
    .filter(({ name }) => name === "EventError")
    .map((error) => `its observer failed. ${causeOf(error)}`);
}

const variantCases = Object.entries(variants).map(([name, variant]) =>
  define(`signing in, its routes and signing out work with ${name}`, async (subject) => {
    const world = worldOf(subject, variant);
    const problems = await journey(world);
    return [...problems, ...(variant.beside === failing ? [] : observerFailures(world))];
  }),
);

interface Likeness {
  /** Status, target, and the names of cookies. */
  readonly outline: string;
  readonly text: string;
}

/** A response without its tokens and times. */
async function likeness(response: Response): Promise<Likeness> {
  const to = (response.headers.get("location") ?? "").replaceAll(/[\w-]{24,}/g, "…");
  const cookies = response.headers.getSetCookie().map((line) => line.split("=", 1)[0]);
  const type = response.headers.get("content-type") ?? "";
  const text = await response.text();
  return {
    outline: [response.status, to, type, cookies.toSorted().join(" ")].join("\n"),
    text: text.replaceAll(/[\w+/=.%-]{24,}/g, "…").replaceAll(/T[\d:.]{8,12}Z/g, "…"),
  };
}

/**
 * A text that differs between two equal applications contains something random, and isn't compared.
 */
function isSame(one: Likeness, again: Likeness | undefined, other: Likeness | undefined): boolean {
  if (one.outline !== other?.outline) return false;
  return one.text !== again?.text || one.text === other.text;
}

/** The application's responses to a few requests. */
async function answersOf(world: World): Promise<ReadonlyMap<string, Likeness>> {
  const answers = new Map<string, Likeness>();
  const stranger = world.visitor();
  for (const path of ["signin", "providers", "session", "signout"]) {
    answers.set(`GET ${path}`, await likeness(await stranger.get(path)));
  }
  answers.set("signing in", await likeness(await world.visitor().signIn(person.id)));
  const who = await world.signedIn();
  answers.set("GET session, signed in", await likeness(await who.get("session")));
  for (const { path, route } of await world.routes()) {
    if (route.GET && !route.unsafeGet) answers.set(path, await likeness(await who.get(path)));
  }
  return answers;
}

export const applicationCases: readonly CaseMaker[] = [
  ...variantCases,

  define("the order of plugins makes no difference", async (subject) => {
    const answers = (order?: "last" | "reversed") =>
      answersOf(worldOf(subject, { beside: failing, ...(order && { order }) }));
    const [expected, again] = [await answers(), await answers()];
    const problems: string[] = [];
    for (const order of ["last", "reversed"] as const) {
      const found = await answers(order);
      for (const [what, answer] of expected) {
        if (isSame(answer, again.get(what), found.get(what))) continue;
        problems.push(`${what} is answered differently (${order})`);
      }
    }
    return problems;
  }),
];
