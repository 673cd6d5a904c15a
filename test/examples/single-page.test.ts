import { join } from "node:path";
import { signInAs } from "latchkey/testing";
import { build } from "vite";
import { describe, expect, it } from "vitest";
import { app, config } from "../../examples/single-page/server.js";
import { root } from "../package/packed.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

const json = { "content-type": "application/json" };
const note = (text: unknown) => ({ method: "POST", body: JSON.stringify({ text }) });

describe("the single-page app's API", () => {
  it("answers 401 to whoever is not signed in", async () => {
    const notes = `${await serve(app)}/api/notes`;
    expect((await fetch(notes)).status).toBe(401);
    expect((await fetch(notes, { ...note("one"), headers: json })).status).toBe(401);
  });

  it("keeps the notes of each person apart", async () => {
    const notes = `${await serve(app)}/api/notes`;
    const ada = await signInAs(config, { id: "ada", name: "Ada" });
    const bo = await signInAs(config, { id: "bo", name: "Bo" });
    const headers = { ...ada.headers, ...json };
    expect((await fetch(notes, { ...note("Buy milk"), headers })).status).toBe(201);
    expect((await fetch(notes, { ...note(7), headers })).status).toBe(400);
    expect(await (await fetch(notes, { headers: ada.headers })).json()).toEqual(["Buy milk"]);
    expect(await (await fetch(notes, { headers: bo.headers })).json()).toEqual([]);
  });

  it("reads nothing that a form of another site can send", async () => {
    const notes = `${await serve(app)}/api/notes`;
    const { headers } = await signInAs(config, { id: "cy" });
    const body = new URLSearchParams({ text: "not mine" });
    expect((await fetch(notes, { method: "POST", body, headers })).status).toBe(400);
  });
});

describe("the single-page app", () => {
  it("signs in as one of the sample people, and out", async () => {
    const origin = (await serve(app)).replace("127.0.0.1", "localhost");
    const visitor = new Visitor(origin);
    const begun = await visitor.submit("signin/dev", {});
    const people = new URL(begun.headers.location ?? "");
    const page = await visitor.get(`${people.pathname}${people.search}`);
    const [, ada = ""] = /href="([^"]+)"/.exec(page.text) ?? [];
    const chosen = new URL(ada.replaceAll("&amp;", "&"), people);
    const back = await visitor.get(`${chosen.pathname}${chosen.search}`);
    const callback = new URL(back.headers.location ?? "");
    await visitor.get(`${callback.pathname}${callback.search}`);
    expect((await visitor.get("/api/notes")).json()).toEqual([]);
    await visitor.submit("signout", {});
    expect((await visitor.get("/api/notes")).status).toBe(401);
  });

  it("is built for browsers without anything of the server", async () => {
    const built = await build({
      root: join(root, "examples/single-page/page"),
      logLevel: "silent",
      build: { write: false, target: "es2022" },
    });
    const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
    const code = outputs.map((file) => (file.type === "chunk" ? file.code : "")).join("");
    expect(code).toContain("/api/notes");
    expect(code).not.toMatch(/node:|oauth4webapi|authjs\.session-token/);
  });
});
