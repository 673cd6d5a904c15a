import fc from "fast-check";
import { expect, it } from "vitest";
import { defaultFlows } from "../../flows/defaults.js";
import GitHub from "../../providers/github.js";
import type { AuthConfig } from "../auth-config.js";
import { findAnyProblem } from "./check.js";
import type { CheckedConfig } from "./checked.js";
import { bindFlows } from "./flows/bind.js";
import { isQuicklyValid } from "./quick-check.js";

const strong = "0123456789abcdef0123456789abcdef";
const github = (id: string) => GitHub({ id, clientId: "client", clientSecret: "secret" });
const { flows: known } = await bindFlows([github("github"), github("azure-ad")], { defaultFlows });
const [flow] = known;

interface Given {
  readonly config: AuthConfig;
  readonly checked: CheckedConfig;
}

const usual = (): Given => ({
  config: { providers: [], session: {}, jwt: {} },
  checked: {
    production: true,
    assumed: false,
    secrets: [strong],
    jwtSecrets: [],
    strategy: "jwt",
    hasAdapter: true,
    flows: known,
    cookies: [],
  },
});

/** Values that are right, and values that no compiler lets through. */
const numbers = [60, 0, -1, Infinity, 2 ** 31, 1e12, NaN, "60", null];
const rows: readonly (readonly [keyof Given, string, readonly unknown[]])[] = [
  ["config", "session.maxAge", numbers],
  ["config", "session.updateAge", numbers],
  ["config", "session.maxCookieSize", numbers],
  ["config", "jwt.maxAge", numbers],
  ["config", "timeout", numbers],
  ["config", "trustedOrigins", [[], ["https://app.test"], ["https://*.app.test"]]],
  ["config", "cookies", [{}]],
  ["config", "tenant", ["acme", "", " ", undefined, 7]],
  ["checked", "production", [false]],
  ["checked", "secrets", [[], ["short"], [strong, "short"]]],
  ["checked", "jwtSecrets", [["short"]]],
  ["checked", "strategy", ["database", "cookie"]],
  ["checked", "hasAdapter", [false]],
  ["checked", "linking", ["explicit", "never"]],
  [
    "checked",
    "flows",
    [
      ...["", "..", "a/b", "__proto__", "é", 7, "GitHub"].map((id) => [flow, { ...flow, id }]),
      [{ ...flow, page: () => Promise.resolve(undefined) }],
      [{ ...flow, adapterMethods: ["getUser"] }],
      [flow, { ...flow, id: "other" }].map((one) => ({ ...one, conditional: true })),
    ],
  ],
];
const changes = rows.flatMap(([what, path, values]) =>
  values.map((value) => ({ what, path, value })),
);

type Change = (typeof changes)[number];

function change(given: Given, { what, path, value }: Change): void {
  const names = path.split(".");
  const last = names.pop() ?? "";
  const inner = names.reduce<unknown>(
    (object, name) => (object instanceof Object ? Reflect.get(object, name) : undefined),
    given[what],
  );
  if (inner instanceof Object) Reflect.set(inner, last, value);
}

const judge = (made: readonly Change[]) => {
  const given = usual();
  for (const one of made) change(given, one);
  const { config, checked } = given;
  return {
    sound: isQuicklyValid(config, checked),
    problem: findAnyProblem(config, checked, undefined),
  };
};

it("most configurations are sound", () => {
  expect(judge([])).toEqual({ sound: true, problem: undefined });
});

it.each(changes)("$path $value is not taken for sound where it is a problem", (one) => {
  const { sound, problem } = judge([one]);
  expect(sound && problem).toBeFalsy();
});

it("nor are several such changes together", () => {
  fc.assert(
    fc.property(fc.subarray(changes, { minLength: 2, maxLength: 4 }), (made) => {
      const { sound, problem } = judge(made);
      expect(sound && problem).toBeFalsy();
    }),
    { numRuns: 500 },
  );
});
