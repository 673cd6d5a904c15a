import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Strategy } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";
import { emailOf, journeys, type Kept } from "./journeys.js";
import { manifest, parsed } from "./manifest.js";
import { siteOn, who, type Site } from "./site.js";
import { openStore, type Left, type StoreName } from "./stores.js";

/** What a site left behind, in a file of its release. */
interface Release extends Left {
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly store: StoreName;
  readonly strategy: Strategy;
  readonly kept: Readonly<Record<string, Kept>>;
}

const { folder } = await manifest();
const files = (await readdir(folder, { recursive: true })).filter((name) => /json$/.test(name));
const releases = await Promise.all(
  files.toSorted().map(async (name) => parsed<Release>(await readFile(join(folder, name), "utf8"))),
);
const around = { inbox: await openInbox(), rogue: await rogueOfFile() };

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
    site = siteOn(adapter, release.strategy, around);
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
      await journeys[name]?.goOn(site, browser, has);
      const expected =
        name === "a sign-in at a provider" ? around.rogue.person.email : emailOf(name);
      expect(await who(browser)).toBe(expected);
    },
    60_000,
  );
});
