import { describe, expect, it } from "vitest";
import { minute, useClock } from "../support/clock.js";
import { ada, strategies } from "../support/config.js";
import { adas, asProgram, profileWorld } from "../support/profile-world.js";

const clock = useClock();

describe.each(strategies)("attacks on the profile and the export, strategy %s", (strategy) => {
  it("CC31 whoever found a browser open downloads nothing: it takes a recent sign-in", async () => {
    const shop = profileWorld(strategy);
    const browser = await adas(shop);
    clock.pass(11 * minute);
    const answer = await browser.submit("account/export", {}, asProgram);
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { error: "FreshSignInRequired" },
    ]);
  });

  it("CC32 no form of another site edits a profile or starts a download", async () => {
    const shop = profileWorld(strategy);
    const browser = await adas(shop);
    const csrfToken = await browser.csrfToken();
    const from = "https://evil.test";
    for (const act of ["profile", "export"]) {
      await browser.post(`account/${act}`, { name: "Eve" });
      const answer = await browser.post(`account/${act}`, { name: "Eve", csrfToken }, { from });
      expect(answer.headers.get("content-disposition")).toBeNull();
    }
    expect(await shop.adapter.getUser(ada.id)).toMatchObject(ada);
  });

  it("CC33 nobody names another user: ids in the form are ignored", async () => {
    const shop = profileWorld(strategy);
    const browser = await adas(shop);
    await browser.submit("account/profile", { name: "Eve", id: "2", userId: "2" });
    expect((await shop.adapter.getUser("2"))?.name).toBe("Grace");
    const file = await browser.submit("account/export", { id: "2", userId: "2" });
    expect(await file.json()).toMatchObject({ user: { id: ada.id } });
  });

  it("CC34 twenty times an hour is enough", async () => {
    const shop = profileWorld(strategy);
    const browser = await adas(shop);
    const csrfToken = await browser.csrfToken();
    const edit = async (name: string) =>
      (await browser.post("account/profile", { name, csrfToken }, asProgram)).status;
    for (let time = 0; time < 20; time += 1) expect(await edit(`Ada ${time}`)).toBe(200);
    expect(await edit("Eve")).toBe(429);
    expect((await shop.adapter.getUser(ada.id))?.name).toBe("Ada 19");
  });
});
