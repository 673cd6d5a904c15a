import { define, type CaseMaker } from "./case.js";
import type { SendOptions, Visitor } from "./visitor.js";
import { crashOf, worldOf, type RouteAt, type World } from "./world.js";

/** Names that forms often have. */
const commonFields = ["id", "userId", "name", "email", "code", "token", "callbackUrl", "provider"];

/** Visits every route as every visitor, and collects problems. */
async function everywhere(
  world: World,
  visit: (who: Visitor, at: RouteAt, title: string) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const at of await world.routes()) {
    for (const state of ["signed out", "signed in"] as const) {
      const who = state === "signed in" ? await world.signedIn() : world.visitor();
      problems.push(...(await visit(who, at, `\`${at.name}\`, ${state},`)));
    }
  }
  return problems;
}

/** The names of the fields in a page's forms. */
async function fieldsOn(who: Visitor, { path, route }: RouteAt): Promise<readonly string[]> {
  if (!route.GET || route.unsafeGet) return [];
  const text = await (await who.get(path)).text();
  return Array.from(text.matchAll(/\bname="([^"]+)"/g), ([, name = ""]) => name);
}

const huge = "x".repeat(20_000);

/** Bodies that no form of the plugin sends. */
function oddBodies(names: readonly string[], csrfToken: string): readonly SendOptions[] {
  const token = ["csrfToken", csrfToken] as const;
  const each = (value: string) => names.map((name) => [name, value] as const);
  return [
    { fields: [token] },
    { fields: [token, ...each("")] },
    { fields: [token, ...each("a")] },
    { fields: [token, ...each("x".repeat(2000))] },
    { fields: [token, ...each("a"), ...each("b")] },
    { fields: [token, ...names.slice(0, 4).map((name) => [name, huge] as const)] },
    { fields: [token, ...each("\u0000\u202e'\"<script>%00../..")] },
    { json: { csrfToken, ...Object.fromEntries(names.map((name) => [name, { a: [null] }])) } },
    { json: { csrfToken, ...Object.fromEntries(names.map((name) => [name, [1, "2"]])) } },
  ];
}

/** A forged form, which mustn't reach the plugin. */
const refusedCase = (name: string, forged: (who: Visitor) => Promise<SendOptions>): CaseMaker =>
  define(name, (subject) =>
    everywhere(worldOf(subject), async (who, { path, route }, title) => {
      if (!route.POST || route.from === "anyone") return [];
      const answer = await who.send(path, { method: "POST", ...(await forged(who)) });
      const to = answer.headers.get("location") ?? "";
      const isRefused = /[?&]error=/.test(to) || (answer.status >= 400 && answer.status < 500);
      return isRefused ? [] : [`${title} takes it: ${answer.status} ${to}`];
    }),
  );

/** The data that a request mustn't change unless its route says so. */
const kept = ({ store }: World): string =>
  JSON.stringify([store.users, store.accounts, store.records].map((table) => [...table]));

export const routeCases: readonly CaseMaker[] = [
  define("every route answers GET, HEAD and POST", (subject) => {
    const world = worldOf(subject);
    return everywhere(world, async (who, { path, route }, title) => {
      const found: string[] = [];
      for (const method of ["GET", "HEAD", "POST"] as const) {
        const isForm = method === "POST" && route.from !== "anyone";
        const answer = isForm ? await who.submit(path) : await who.send(path, { method });
        found.push(...crashOf(`${method} ${title}`, answer, world));
      }
      return found;
    });
  }),

  define("missing, doubled, huge and odd fields are no fault of the server", (subject) => {
    const world = worldOf(subject);
    return everywhere(world, async (who, at, title) => {
      if (!at.route.POST) return [];
      const shown = await fieldsOn(who, at);
      const names = new Set([...shown, ...commonFields, ...(subject.options.fields ?? [])]);
      names.delete("csrfToken");
      const problems: string[] = [];
      for (const body of oddBodies([...names], await who.csrfToken())) {
        const answer = await who.send(at.path, { method: "POST", ...body });
        const sent = JSON.stringify(body.json ?? body.fields).slice(0, 80);
        problems.push(...crashOf(`${title} sent ${sent}`, answer, world));
      }
      return problems;
    });
  }),

  refusedCase("a form without a CSRF token is refused", () => Promise.resolve({})),
  refusedCase("a form of another site is refused", async (who) => ({
    fields: { csrfToken: await who.csrfToken() },
    from: "https://evil.example",
  })),

  define("GET changes nothing in the store unless it is `unsafeGet`", (subject) => {
    const world = worldOf(subject, { strategy: "database" });
    return everywhere(world, async (who, { path, route }, title) => {
      if (!route.GET || route.unsafeGet) return [];
      const before = kept(world);
      await who.get(path);
      return kept(world) === before ? [] : [`${title} changes the store by GET: set \`unsafeGet\``];
    });
  }),
];
