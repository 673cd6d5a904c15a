import type { AuthConfig } from "latchkey";
import type { AdapterAccount } from "latchkey/adapters";
import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { TokenNotLinked, TokenRefused } from "latchkey/errors";
import { manage } from "latchkey/manage";
import { tokenEncryption } from "latchkey/plugins/token-encryption";
import { memoryState } from "latchkey/state/memory";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { recorder, secret } from "../support/config.js";
import { oidc } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";

const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
beforeEach(() => rogue.reset());

const key = (userId: string) => ({ provider: "rogue", providerAccountId: `at-${userId}` });

/** Somebody whose access token has run out, in an application that counts everything. */
async function app(overrides: Partial<AuthConfig> = {}) {
  const log = recorder();
  const store = createMemoryStore();
  const adapter = MemoryAdapter(store);
  const written: string[] = [];
  const state = memoryState();
  const config: AuthConfig = {
    providers: [oidc(rogue)],
    secret,
    adapter,
    trustHost: true,
    logger: log.logger,
    debug: true,
    sharedState: {
      ...state,
      set: (name, value, options) => {
        written.push(name, value);
        return state.set(name, value, options);
      },
    },
    ...overrides,
  };
  for (const userId of ["ada", "eve"]) {
    await adapter.createUser({ id: userId, email: `${userId}@example.org`, emailVerified: null });
    await adapter.linkAccount({ ...key(userId), userId, type: "oidc", ...old(userId) });
  }
  return { config, store, adapter, written, log, tokens: manage(config).tokens };
}

const old = (userId: string): Partial<AdapterAccount> => ({
  access_token: `old-access-of-${userId}`,
  refresh_token: `old-refresh-of-${userId}`,
  expires_at: 1_000_000_000,
});

const answer = (members: object = {}) => ({
  json: {
    access_token: "new-access-token",
    refresh_token: "new-refresh-token",
    token_type: "Bearer",
    expires_in: 3600,
    ...members,
  },
});

describe("BB. Tokens of providers", () => {
  it("BB04 are given to their owner alone, also where the adapter confuses users", async () => {
    rogue.answers.set("/token", answer());
    const { config, adapter } = await app();
    const confused = {
      ...adapter,
      listAccountsByUserId: () => adapter.listAccountsByUserId("ada"),
    };
    const { tokens } = manage({ ...config, adapter: confused });
    await expect(tokens.get("eve", "rogue")).rejects.toThrow(TokenNotLinked);
    expect(rogue.count("/token")).toBe(0);
  });

  it("BB05 that come with an ID token of somebody else are refused, and not stored", async () => {
    const { tokens, adapter } = await app();
    const idToken = (sub: string) => rogue.signIdToken(null, { claims: { sub } });
    await adapter.updateAccount({ ...key("ada"), id_token: await idToken("ada") });
    rogue.answers.set("/token", answer({ id_token: await idToken("eve") }));
    await expect(tokens.get("ada", "rogue")).rejects.toThrow(TokenRefused);
    const row = await adapter.getAccount("at-ada", "rogue");
    expect(row).toMatchObject({ access_token: "old-access-of-ada" });
  });

  it("BB06 with an ID token that is forged are kept without it", async () => {
    const { tokens, adapter } = await app();
    const forged = `${(await rogue.signIdToken(null, { claims: { sub: "ada" } })).slice(0, -8)}AAAAAAAA`;
    rogue.answers.set("/token", answer({ id_token: forged }));
    expect(await tokens.get("ada", "rogue")).toMatchObject({ accessToken: "new-access-token" });
    const row = await adapter.getAccount("at-ada", "rogue");
    expect(row).toMatchObject({ refresh_token: "new-refresh-token" });
    expect(row?.id_token).toBeUndefined();
  });

  it("BB07 are not to be found in shared state, nor in the log", async () => {
    rogue.answers.set("/token", answer());
    const { tokens, written, log } = await app();
    await tokens.get("ada", "rogue");
    rogue.answers.set("/token", {
      status: 400,
      json: {
        error: "invalid_grant",
        error_description: "no",
        refresh_token: "old-refresh-of-eve",
      },
    });
    await expect(tokens.get("eve", "rogue")).rejects.toThrow(TokenRefused);
    expect(written.length).toBeGreaterThan(4);
    const told = JSON.stringify([
      written,
      log.entries.map(({ code, message }) => [code, ...message.map(textsIn)]),
    ]);
    for (const text of ["access-of", "refresh-of", "new-access", "new-refresh", "secret-1"]) {
      expect(told).not.toContain(text);
    }
  });

  it("BB08 that are encrypted count for nothing in another row, or another column", async () => {
    rogue.answers.set("/token", answer());
    const { config, store, log } = await app({ plugins: [tokenEncryption()] });
    const { tokens } = manage(config);
    await tokens.get("ada", "rogue");
    const rows = [...store.accounts.values()];
    const [adas, eves] = ["ada", "eve"].map((id) => rows.find((row) => row.userId === id));
    expect(adas?.access_token).toMatch(/^lk1:/);
    const later = Math.floor(Date.now() / 1000) + 3600;
    Object.assign(eves ?? {}, { access_token: adas?.access_token, expires_at: later });
    const { accessToken } = await tokens.get("eve", "rogue");
    expect(accessToken).toBe("new-access-token");
    expect(rogue.count("/token")).toBe(2);
    Object.assign(adas ?? {}, { access_token: adas?.refresh_token });
    await tokens.get("ada", "rogue").catch(() => undefined);
    const told = () => log.errors("AdapterError").map(({ message }) => message);
    await vi.waitFor(() => expect(told().length).toBeGreaterThan(1));
    for (const message of told()) expect(message).toContain("can't be decrypted");
  });

  it("BB09 whose provider answers with nonsense are left as they are", async () => {
    const nonsense = [
      { json: {} },
      { json: { access_token: 7, token_type: "Bearer" } },
      { json: { access_token: "", token_type: "Bearer" } },
      { text: "<html>" },
      { status: 302, headers: { location: "https://elsewhere.test/" } },
      { status: 500, text: "" },
      { json: { error: "server_error" } },
      { json: { error: "invalid_client" }, status: 401 },
    ];
    for (const wrong of nonsense) {
      rogue.reset();
      rogue.answers.set("/token", wrong);
      // Each in an application of its own: after a failure the next try has to wait.
      const { tokens, adapter } = await app();
      await expect(tokens.get("ada", "rogue")).rejects.toMatchObject({ type: "TokenUnavailable" });
      expect(rogue.count("/token")).toBeGreaterThan(0);
      expect(await adapter.getAccount("at-ada", "rogue")).toMatchObject(old("ada"));
    }
  });
});

/** All that a log line could show of a value. */
function textsIn(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return [value.message, value.stack, { ...value }, textsIn(value.cause)];
}
