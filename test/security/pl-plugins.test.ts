import { definePlugin, json, type Plugin } from "latchkey/plugin";
import { describe, expect, it } from "vitest";
import { location, textMember } from "../support/client.js";
import { adasForm, world } from "../support/config.js";

/** A plugin that keeps something in the browser, and tells what it finds there. */
function keeping(name: string): Plugin {
  return definePlugin({
    name,
    create: (app) => ({
      routes: {
        [`${name}-keep`]: {
          POST: async ({ cookie, request }) => {
            await cookie.write("note", { of: name, text: request.body.text("text") ?? "" }, 600);
            return json({ sealed: await app.seal("mail", { of: name }, 600) });
          },
        },
        [`${name}-read/{cookie}`]: {
          GET: async ({ cookie, act = "", request }) =>
            json({
              found: await cookie.read(act),
              opened: await app.open("mail", request.query.text("token") ?? ""),
              other: await app.open("else", request.query.text("token") ?? ""),
            }),
        },
      },
    }),
  });
}

const cookieOf = (plugin: string, name: string) => `__Host-latchkey.${plugin}.${name}`;

describe("what plugins keep", () => {
  it("PL01 a plugin's cookie and token are read by that plugin, name and purpose alone", async () => {
    const { browser } = world("jwt", { plugins: [keeping("one"), keeping("two")] });
    const ours = browser();
    const sealed = textMember(await (await ours.submit("one-keep")).json(), "sealed");
    const token = encodeURIComponent(sealed);
    const mine: unknown = await (await ours.get(`one-read/note?token=${token}`)).json();
    expect(mine).toMatchObject({ found: { of: "one" }, opened: { of: "one" }, other: null });
    const value = ours.cookie(cookieOf("one", "note")) ?? "";
    const moved = (plugin: string, name: string) => {
      const theirs = browser();
      theirs.plant(cookieOf(plugin, name), value);
      return theirs.get(`${plugin}-read/${name}?token=${token}`);
    };
    expect(await (await moved("one", "note")).json()).toMatchObject({ found: { of: "one" } });
    for (const [plugin, name] of [
      ["two", "note"],
      ["one", "else"],
    ] as const) {
      expect(await (await moved(plugin, name)).json()).toMatchObject({ found: null });
    }
    expect(await (await moved("two", "note")).json()).toMatchObject({ opened: null });
  });

  it("PL02 a plugin's cookie that would grow past 3 kB isn't set", async () => {
    const { browser } = world("jwt", { plugins: [keeping("one")] });
    const ours = browser();
    const answer = await ours.submit("one-keep", { text: "x".repeat(4000) });
    expect(location(answer)).toContain("error=Configuration");
    expect(ours.cookie(cookieOf("one", "note"))).toBeUndefined();
  });

  it("PL03 a session is none of a plugin's tokens, nor the other way round", async () => {
    const { browser } = world("jwt", { plugins: [keeping("one")] });
    const ours = browser();
    await ours.submit("callback/credentials", adasForm);
    const session = ours.cookie("__Secure-authjs.session-token") ?? "";
    ours.plant(cookieOf("one", "note"), session);
    const read = await ours.get(`one-read/note?token=${encodeURIComponent(session)}`);
    expect(await read.json()).toEqual({ found: null, opened: null, other: null });
    const stranger = browser();
    const sealed = textMember(await (await stranger.submit("one-keep")).json(), "sealed");
    stranger.plant("__Secure-authjs.session-token", sealed);
    expect(await (await stranger.get("session")).json()).toBeNull();
  });
});
