import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { atProvider, emailOf, journeys } from "./journeys.js";
import { readReleases } from "./releases.js";
import { openWorld, siteOn, type Site } from "./site.js";
import { openStore } from "./stores.js";

const releases = await readReleases();
const world = await openWorld();

it("has four stores and both kinds of sessions of each release", () => {
  const versions = new Set(releases.map(({ version }) => version));
  expect(releases.length).toBe(8 * versions.size);
  expect(versions.size).toBeGreaterThan(0);
});

describe.each(releases)("after $version on $store with $strategy sessions", (release) => {
  let site: Site;
  beforeAll(async () => {
    // A minute later, whenever this runs: what is under way lasts minutes.
    vi.useFakeTimers({ toFake: ["Date"], now: release.at + 60_000 });
    const { adapter } = await openStore(release.store, release);
    site = siteOn(adapter, release.strategy, world);
  });
  afterAll(() => {
    vi.useRealTimers();
  });

  it.each(Object.keys(release.kept))(
    "%s goes on",
    async (name) => {
      const { cookies, has } = release.kept[name] ?? { cookies: {}, has: {} };
      const browser = site.browser();
      for (const [cookie, value] of Object.entries(cookies)) browser.plant(cookie, value);
      const signedIn = await journeys[name]?.goOn(site, browser, has);
      const expected = name === atProvider ? world.rogue.person.email : emailOf(name);
      expect(await signedIn?.who()).toBe(expected);
    },
    60_000,
  );
});
