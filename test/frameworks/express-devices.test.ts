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

function visitor(origin: string, userAgent: string) {
  const one = new Visitor(origin, { headers: { "user-agent": userAgent } });
  const devices = async (): Promise<readonly string[]> => {
    const { text } = await one.send({ path: "/auth/account", headers: { accept: "text/html" } });
    const [, list = ""] = text.split('id="devices"');
    return [...list.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name = ""]) => name);
  };
  return {
    one,
    devices,
    signIn: () => one.submit("callback/password", passwordOf(ada)),
  };
}

describe.each(strategies)("the devices of the demo, strategy %s", (strategy) => {
  it("are on its account page in words, and all others end", async () => {
    const origin = await startDemo(strategy);
    const [laptop, phone, tablet] = [firefox, iphone, "curl/8"].map((name) =>
      visitor(origin, name),
    );
    if (!laptop || !phone || !tablet) throw new Error("Three were asked for.");
    for (const one of [tablet, phone, laptop]) await one.signIn();
    expect([...(await laptop.devices())].sort()).toEqual([
      "Firefox on Linux",
      "Safari on iPhone",
      "curl",
    ]);
    await laptop.one.submit("account/end-others", {});
    expect(await laptop.devices()).toEqual(["Firefox on Linux"]);
    expect([await phone.one.session(), await tablet.one.session()]).toEqual([null, null]);
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
