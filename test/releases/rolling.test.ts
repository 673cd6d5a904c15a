import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../support/bundle-sources.js";
import { bundleServer, serverOf } from "./bundle.js";
import { Fleet } from "./fleet.js";
import { atProvider, emailOf, journeys } from "./journeys.js";
import { manifest } from "./manifest.js";
import { readReleases } from "./releases.js";
import { openWorld, siteAt } from "./site.js";
import { openStore } from "./stores.js";
import { Visitor } from "./visitor.js";

const { folder } = await manifest();
const today = "today";
const releases = (await readReleases()).filter(
  ({ version, store }) => store === "PostgreSQL" && existsSync(serverOf(folder, version)),
);
const world = await openWorld();

/** Where servers are unpacked. */
const unpacked = join(root, `.cache/releases-${process.pid}`);
const fileOf = (version: string) => join(unpacked, `${version}.mjs`);
beforeAll(async () => {
  await mkdir(unpacked, { recursive: true });
  await writeFile(fileOf(today), await bundleServer());
  for (const version of new Set(releases.map((release) => release.version))) {
    const code = brotliDecompressSync(await readFile(serverOf(folder, version)));
    await writeFile(fileOf(version), code);
  }
}, 120_000);
afterAll(() => rm(unpacked, { recursive: true }));

it("has a server of the newest release", async () => {
  expect(existsSync(serverOf(folder, (await manifest()).version))).toBe(true);
});

/** Servers on a database that a release has left behind. */
async function opened(release: (typeof releases)[number], hashesFast: boolean): Promise<Fleet> {
  const { url } = await openStore("PostgreSQL", release);
  const { strategy } = release;
  const plan = { database: url, strategy, site: "https://app.test", hashesFast };
  return new Fleet({ ...plan, issuer: world.rogue.issuer }, world.outbox.add);
}

describe.each(releases)("a deploy from $version, $strategy sessions", (release) => {
  const { version: old, kept } = release;
  const ways = Object.keys(kept);

  describe("both versions on one database", () => {
    let fleet: Fleet;
    beforeAll(async () => {
      fleet = await opened(release, false);
      await fleet.add(old, fileOf(old));
      await fleet.add(today, fileOf(today));
    });
    afterAll(() => fleet.stop());

    const directions = [
      [0, 1, old, today],
      [1, 0, today, old],
    ] as const;
    const cases = ways.flatMap((way) => directions.map((ends) => [way, ...ends] as const));
    it.each(cases)(
      "%s: begun at server %d, finished at %d (%s, then %s)",
      async (way, first, second) => {
        const [begins, finishes] = [fleet.servers[first], fleet.servers[second]];
        const journey = journeys[way];
        if (!begins || !finishes || !journey) throw new Error(`Nothing serves ${way}.`);
        const email = `from-${first}-${emailOf(way)}`;
        const { browser, has = {} } = await journey.start(siteAt(begins.answer, world), email);
        const signedIn = await journey.goOn(
          siteAt(finishes.answer, world),
          browser.copy(finishes.answer),
          has,
        );
        const expected = way === atProvider ? world.rogue.person.email : email;
        for (const { answer } of fleet.servers) expect(await signedIn.who(answer)).toBe(expected);
        await signedIn.end();
        for (const { answer } of fleet.servers) expect(await signedIn.who(answer)).toBeNull();
        expect(fleet.faults).toEqual([]);
      },
      60_000,
    );
  });

  it("rolls forward and back under load, and nobody notices", async () => {
    const fleet = await opened(release, true);
    for (const version of [old, old]) await fleet.add(version, fileOf(version));
    const visitors = Array.from(
      { length: 12 },
      (_one, at) => new Visitor(fleet, { name: String(at), world, ways }),
    );
    const load = { isOver: false };
    const visits = visitors.map((visitor) => visitor.visit(() => load.isOver));
    try {
      await roll(fleet, old, today);
      await roll(fleet, today, old);
    } finally {
      load.isOver = true;
    }
    await Promise.all(visits);
    await fleet.add(today, fileOf(today));
    await Promise.all(visitors.map((visitor) => visitor.check()));
    await fleet.stop();
    expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
    expect(fleet.faults).toEqual([]);
    const done = new Set(visitors.flatMap((visitor) => [...visitor.done.keys()]));
    for (const way of ways) expect(done).toContain(way);
    // There was a load, and both versions served it.
    for (const version of [old, today]) expect(fleet.answered.get(version)).toBeGreaterThan(200);
  }, 240_000);
});

/** Seconds for which a deploy rolls forward and back, in eight steps. */
const secondsOfLoad = 16;

/** Two servers of a version take the place of those of another, one after the other. */
async function roll(fleet: Fleet, from: string, to: string): Promise<void> {
  for (const _each of [1, 2]) {
    await pause((secondsOfLoad * 1000) / 8);
    await fleet.add(to, fileOf(to));
  }
  for (const _each of [1, 2]) {
    await pause((secondsOfLoad * 1000) / 8);
    await fleet.remove(from);
  }
}
