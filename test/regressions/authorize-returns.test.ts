import Credentials from "latchkey/providers/credentials";
import { describe, expect, it } from "vitest";
import { location, sessionCookiesSet } from "../support/client.js";
import { ada, strategies, world, type Strategy } from "../support/config.js";

/** A model as some libraries make them: what it holds is told by getters of its class. */
class Model {
  readonly #row: { readonly id: unknown; readonly name: string; readonly email: string };
  constructor(id: unknown) {
    this.#row = { id, name: ada.name, email: ada.email };
  }
  get id(): unknown {
    return this.#row.id;
  }
  get name(): string {
    return this.#row.name;
  }
  get email(): string {
    return this.#row.email;
  }
}
class Admin extends Model {
  get role(): string {
    return "admin";
  }
}

const roles: unknown[] = [];

function shop(strategy: Strategy, found: unknown) {
  const people = Credentials({
    credentials: {},
    // @ts-expect-error -- what an application returns is not always what its types say
    authorize: () => found,
  });
  const made = world(strategy, {
    providers: [people],
    callbacks: {
      signIn: ({ user }) => {
        roles.push(Reflect.get(user, "role"));
        return true;
      },
    },
  });
  return { ...made, tab: made.browser() };
}

describe.each(strategies)("what `authorize` returns, strategy %s", (strategy) => {
  it.each([
    ["a text", new Model(ada.id)],
    ["a number", new Model(Number(ada.id))],
    ["a bigint", new Model(BigInt(ada.id))],
  ])("may be an instance with getters, whose id is %s", async (_, found) => {
    const { tab } = shop(strategy, found);
    await tab.signIn({});
    expect(await tab.session()).toMatchObject({ user: { name: ada.name, email: ada.email } });
  });

  it.each([ada.id, Number(ada.id)])(
    "shows callbacks every getter of its classes, id %j",
    async (id) => {
      roles.length = 0;
      const { tab } = shop(strategy, new Admin(id));
      await tab.signIn({});
      expect(roles).toEqual(["admin"]);
    },
  );

  it.each([
    ["an error with a code", Object.assign(new Error("down"), { code: "ECONNREFUSED" })],
    ["an error", new TypeError("no such column")],
    ["an empty object", {}],
    ["an empty instance", new (class Nothing {})()],
    ["a list", [ada]],
    ["a text", "ada"],
    ["true", true],
    ["a map", new Map([["id", "1"]])],
  ])("signs nobody in when it is %s", async (_, found) => {
    const { tab } = shop(strategy, found);
    const response = await tab.signIn({});
    expect(location(response)).toContain("error=CredentialsSignin");
    expect(sessionCookiesSet(response)).toEqual([]);
  });

  it.each([
    ["an empty text", ""],
    ["NaN", Number.NaN],
    ["Infinity", Number.POSITIVE_INFINITY],
    ["an object", { $oid: "1" }],
    ["a list", ["1"]],
    ["true", true],
    ["half a surrogate pair", "\ud800"],
    ["a text with a null character", "1\0"],
  ])("is refused, with a reason in the log, when its id is %s", async (_, id) => {
    const { tab, log } = shop(strategy, { ...ada, id });
    const response = await tab.signIn({});
    expect(location(response)).toContain("error=Configuration");
    expect(sessionCookiesSet(response)).toEqual([]);
    expect(log.errors("AuthError")[0]?.message).toMatch(/`id` is .* must be a non-empty string/);
  });
});
