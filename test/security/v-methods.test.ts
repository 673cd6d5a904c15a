import { Auth } from "latchkey";
import type { Adapter } from "latchkey/adapters";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { describe, expect, it } from "vitest";
import { people, recorder, secret, type TestConfig } from "../support/config.js";
import { storeApp, stubProvider } from "../support/stores-app.js";

/** What the log says of a configuration whose adapter lacks these. */
async function problemsOf(lacking: readonly (keyof Adapter)[], config: Partial<TestConfig>) {
  const adapter: Adapter = { ...MemoryAdapter() };
  for (const method of lacking) Reflect.deleteProperty(adapter, method);
  const log = recorder();
  const whole = { secret, trustHost: true, logger: log.logger, providers: [], adapter, ...config };
  await Auth(new Request("https://app.test/auth/providers"), whole);
  return log.errors("MissingAdapterMethods").map(({ message }) => message);
}

const { config } = storeApp(MemoryAdapter());
const email = config.providers.slice(0, 1);
const hub = [stubProvider("hub")];
const jwt = { session: { strategy: "jwt" } } as const;

describe("an adapter that lacks a method", () => {
  it.each([
    [["linkAccount"], { providers: hub, ...jwt }, "to find and store users: linkAccount"],
    [["linkAccount"], { providers: hub }, "to find and store users: linkAccount"],
    [["updateSession"], { providers: hub }, "to keep sessions: updateSession"],
    [
      ["useVerificationToken"],
      { providers: email, ...jwt },
      'to sign in with "email": useVerificationToken',
    ],
    [
      ["getUser", "createSession"],
      { providers: [people] },
      "to find users: getUser; to keep sessions: createSession",
    ],
  ] as const)("V09 %j, in use: said at the start, with what it is for", async (...row) => {
    const [lacking, given, text] = row;
    const [problem] = await problemsOf(lacking, { ...given, providers: [...given.providers] });
    expect(problem).toContain(`this configuration needs ${text}.`);
  });

  it.each([
    [["getUser", "createUser", "createSession"], { providers: [people], ...jwt }],
    [["createUser", "linkAccount"], { providers: [people] }],
    [["createSession", "updateSession"], { providers: hub, ...jwt }],
    [["useVerificationToken", "createAuthenticator", "transaction"], { providers: hub }],
    [["deleteUser", "unlinkAccount", "getAccount"], { providers: email }],
  ] as const)("V09 %j, not in use: nothing is said", async (...row) => {
    const [lacking, given] = row;
    expect(await problemsOf(lacking, { ...given, providers: [...given.providers] })).toEqual([]);
  });
});
