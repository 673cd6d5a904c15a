import { accountPage } from "latchkey/plugins/account-page";
import { apiKeys, type ApiKeysOptions } from "latchkey/plugins/api-keys";
import { audit, type AuditEvent } from "latchkey/plugins/audit";
import { manage } from "latchkey/manage";
import { describe, expect, it, vi } from "vitest";
import { textMember } from "../support/client.js";
import { ada, adasForm, grace, gracesForm, strategies, world } from "../support/config.js";

const scopes = { read: "Read", write: "Write" };

describe.each(strategies)("API keys, strategy %s", (strategy) => {
  const app = (options: ApiKeysOptions = {}) => {
    const events: AuditEvent[] = [];
    const plugins = [
      apiKeys({ scopes, ...options }),
      accountPage(),
      audit((event) => void events.push(event)),
    ];
    const first = world(strategy, { session: { strategy } });
    const made = world(strategy, { session: { strategy }, adapter: first.adapter, plugins });
    const keys = apiKeys.of(made.config);
    const sent = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
    const session = async (key: string): Promise<unknown> =>
      (await made.browser().get("session", sent(key))).json();
    return { ...made, adapter: first.adapter, events, keys, sent, session };
  };
  const other = (key: string, at: number) =>
    `${key.slice(0, at)}${key[at] === "a" ? "b" : "a"}${key.slice(at + 1)}`;

  it("FF01 a key with one wrong character is nobody's, and mostly no store is asked", async () => {
    const { keys, session, adapter } = app();
    const { key } = await keys.create(ada.id, { name: "CI" });
    const read = vi.spyOn(adapter.records, "read");
    for (const at of [3, 14, 15, 40, key.length - 7, key.length - 1]) {
      expect(await session(other(key, at))).toBeNull();
    }
    for (const wrong of [key.slice(0, -1), `${key}a`, key.toUpperCase(), "lk_"]) {
      expect(await session(wrong)).toBeNull();
    }
    expect(read).not.toHaveBeenCalled();
    expect(await session(key)).not.toBeNull();
  });

  it("FF02 what is stored of a key is none, and neither is its name", async () => {
    const { keys, session, adapter } = app();
    const { key, id } = await keys.create(ada.id, { name: "CI" });
    const rows = (apiKeys().tables ?? []).map((table) => adapter.records.read(table, { id }));
    const [row] = await Promise.all(rows);
    expect(row).toMatchObject({ id, name: "CI" });
    expect(JSON.stringify(row)).not.toContain(key.slice(15, -6));
    expect(await session(`lk_${id}${String(row?.["hash"])}`)).toBeNull();
    expect(await session(id)).toBeNull();
    expect(await session(`lk_${id}`)).toBeNull();
  });

  it("FF03 a key makes no keys, changes no account and is no recent sign-in", async () => {
    const { keys, sent, browser, config } = app();
    const { key, id } = await keys.create(ada.id, { name: "CI" });
    const forms: readonly [string, Record<string, string>][] = [
      ["api-keys/create", { name: "another" }],
      ["api-keys/rotate", { id }],
      ["api-keys/revoke", { id }],
      ["account/delete", {}],
      ["account/unlink", { provider: "github", account: "1" }],
      ["account/end-others", {}],
    ];
    for (const [route, fields] of forms) {
      const headers = { ...sent(key).headers, "x-auth-return-redirect": "1" };
      const answer = await browser().post(route, fields, { headers });
      expect([route, answer.status]).toEqual([route, 401]);
    }
    expect(await keys.list(ada.id)).toHaveLength(1);
    const { sessions } = manage(config);
    expect(await sessions.current({ headers: new Headers(sent(key).headers) })).toBeNull();
  });

  it("FF04 scopes are those it was made with, as far as there are any", async () => {
    const { keys, session, config } = app();
    const { key, id } = await keys.create(ada.id, { name: "CI", scopes: ["read"] });
    const rotated = await keys.rotate(ada.id, id, { overlap: 60 });
    for (const one of [key, rotated?.key ?? ""]) {
      expect(await session(one)).toMatchObject({ apiKey: { scopes: ["read"] } });
    }
    const fewer = world(strategy, {
      ...config,
      plugins: [apiKeys({ scopes: { write: "Write" } })],
    });
    const answer = await fewer
      .browser()
      .get("session", { headers: { authorization: `Bearer ${key}` } });
    expect(await answer.json()).toMatchObject({ apiKey: { scopes: [] } });
  });

  it("FF05 a key in a URL, a form or a cookie is nobody's, and none is in a log or an event", async () => {
    const { keys, session, browser, log, events } = app();
    const { key } = await keys.create(ada.id, { name: "CI" });
    const ours = browser();
    const query = `access_token=${key}&key=${key}&token=${key}`;
    expect(await (await ours.get(`session?${query}`)).json()).toBeNull();
    ours.plant("__Secure-authjs.session-token", key);
    expect(await ours.session()).toBeNull();
    await session(key);
    await session(other(key, 30));
    expect(JSON.stringify([log.entries, events])).not.toContain(key.slice(15, -6));
  });

  it("FF06 a key of one application opens no other", async () => {
    const [one, two] = [app(), app()];
    const { key } = await one.keys.create(ada.id, { name: "CI" });
    expect(await one.session(key)).not.toBeNull();
    expect(await two.session(key)).toBeNull();
  });

  it("FF07 nobody replaces or revokes the keys of others, or sees them", async () => {
    const { keys, browser } = app();
    const { id } = await keys.create(grace.id, { name: "Grace's" });
    const adas = browser();
    await adas.signIn(adasForm);
    const json = { headers: { "x-auth-return-redirect": "1" } };
    for (const act of ["rotate", "revoke"]) {
      expect((await adas.submit(`api-keys/${act}`, { id }, json)).status).toBe(404);
    }
    expect(await (await adas.get("api-keys")).text()).not.toContain("Grace");
    const graces = browser();
    await graces.signIn(gracesForm);
    expect(await (await graces.get("api-keys")).text()).toContain("Grace&#39;s");
  });

  it("FF49 replacing one key again and again makes no crowd of keys, and none outlives revoking all", async () => {
    const most = 2;
    const { browser, keys, session } = app({ most });
    const { id, key } = await keys.create(ada.id, { name: "CI" });
    const adas = browser();
    await adas.signIn(adasForm);
    const json = { headers: { "x-auth-return-redirect": "1" } };
    const replaced = [key];
    for (let time = 0; time < 6; time++) {
      const answer = await adas.submit("api-keys/rotate", { id }, json);
      const told: unknown = await answer.json();
      if (answer.ok) replaced.push(textMember(Reflect.get(Object(told), "made"), "key"));
      else expect([answer.status, told]).toEqual([400, { error: "TooMany" }]);
    }
    expect(replaced).toHaveLength(2 * most);
    expect(await keys.list(ada.id)).toHaveLength(2 * most);
    // Requests at the same time are counted before any of them has written.
    await keys.revokeAll(ada.id);
    const made = await Promise.all(
      Array.from({ length: 9 }, (_, at) => keys.create(ada.id, { name: `CI ${at}` })),
    );
    expect(await keys.list(ada.id)).toHaveLength(made.length);
    expect(await keys.revokeAll(ada.id)).toBe(made.length);
    for (const one of [...replaced, ...made.map((of) => of.key)]) {
      expect(await session(one)).toBeNull();
    }
  });
});
