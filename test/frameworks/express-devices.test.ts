import express from "express";
import { MiddlewareAuth, requireFresh } from "latchkey/express";
import { describe, expect, it } from "vitest";
import { deviceName } from "latchkey/manage";
import { textMember } from "../support/client.js";
import { adasForm, strategies, world } from "../support/config.js";
import { ada, passwordOf, startDemo } from "../support/demo.js";
import { serve } from "../support/express-host.js";
import { Visitor } from "../support/visitor.js";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const form = "application/x-www-form-urlencoded";

function visitor(origin: string, userAgent: string) {
  const one = new Visitor(origin, { headers: { "user-agent": userAgent } });
  const submit = (path: string, from: string, fields: Readonly<Record<string, string>> = {}) =>
    one.send({
      method: "POST",
      path,
      headers: { "content-type": form, origin: from },
      body: new URLSearchParams(fields).toString(),
    });
  const devices = async () => {
    const [, section = ""] = (await one.get("/")).text.split('aria-label="Your devices"');
    const [list = ""] = section.split("</ul>");
    return [...list.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, name]) => name);
  };
  const ids = async () =>
    [...(await one.get("/")).text.matchAll(/name="id" value="([\w-]+)"/g)].map(([, id]) => id);
  return {
    one,
    submit,
    devices,
    ids,
    signIn: () => one.submit("callback/password", passwordOf(ada)),
  };
}

describe.each(strategies)("the devices of the demo, strategy %s", (strategy) => {
  it("are shown in words with this one marked, and end one by one or all others", async () => {
    const origin = await startDemo(strategy);
    const [laptop, phone, tablet] = [firefox, iphone, "curl/8"].map((name) =>
      visitor(origin, name),
    );
    if (!laptop || !phone || !tablet) throw new Error("Three were asked for.");
    for (const one of [tablet, phone, laptop]) await one.signIn();
    expect((await laptop.devices()).sort()).toEqual([
      "Firefox on Linux",
      "Safari on iPhone",
      "curl",
    ]);
    const page = (await laptop.one.get("/")).text;
    expect(page.match(/This device/g)).toHaveLength(1);
    expect(page).toContain("127.0.0.1");

    const [id = ""] = await laptop.ids();
    expect((await laptop.submit("/devices/end", "https://evil.test", { id })).status).toBe(403);
    expect(await laptop.devices()).toHaveLength(3);
    expect((await laptop.submit("/devices/end", origin, { id })).status).toBe(303);
    expect(await laptop.devices()).toHaveLength(2);
    expect((await laptop.submit("/devices/end-others", origin)).status).toBe(303);
    expect(await laptop.devices()).toEqual(["Firefox on Linux"]);
    expect([await phone.one.session(), await tablet.one.session()]).toEqual([null, null]);
    expect(await laptop.one.session()).not.toBeNull();
    // Nobody signed in ends nothing, and sees nothing.
    await phone.submit("/devices/end-others", origin);
    expect(await phone.devices()).toEqual([]);
    expect(await laptop.one.session()).not.toBeNull();
  });

  it("requireFresh asks for a proof, and leads back to the page", async () => {
    const { config } = world(strategy);
    const app = express();
    app.get("/danger", async (req, res) => {
      res.json(await requireFresh(req, config, { within: 60 }));
    });
    app.use("/auth", MiddlewareAuth(config));
    const origin = await serve(app);
    const { one } = visitor(origin, firefox);
    const callbackUrl = `callbackUrl=${encodeURIComponent(`${origin}/danger?a=1`)}`;
    expect((await one.get("/danger?a=1")).json()).toEqual({
      ok: false,
      url: `${origin}/auth/signin?${callbackUrl}`,
    });
    await one.signIn(adasForm);
    const url = textMember((await one.get("/danger?a=1")).json(), "url");
    await one.get(url.slice(origin.length));
    expect((await one.signIn(adasForm)).headers.location).toBe(`${origin}/danger?a=1`);
    expect((await one.get("/danger")).json()).toEqual({ ok: true });
  });
});

describe("the name of a device", () => {
  it.each([
    [firefox, "Firefox on Linux"],
    [iphone, "Safari on iPhone"],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
      "Safari on macOS",
    ],
    ["<script>", "An unknown browser"],
    ["Something (Linux)", "A browser on Linux"],
    [null, "An unknown browser"],
  ])("%s is %s", (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
