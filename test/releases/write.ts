// Writes what a site leaves behind that runs the release of package.json: npm run release:fixtures
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { strategies } from "../support/config.js";
import { bundleServer, compressed, serverOf } from "./bundle.js";
import { emailOf, journeys, type Kept } from "./journeys.js";
import { manifest } from "./manifest.js";
import { openWorld, siteOn } from "./site.js";
import { openStore, stores } from "./stores.js";

const world = await openWorld();

it("the server", async () => {
  const { version, folder } = await manifest();
  await mkdir(join(folder, version), { recursive: true });
  await writeFile(serverOf(folder, version), compressed(await bundleServer()));
}, 120_000);

it.each(stores.flatMap((store) => strategies.map((strategy) => [store, strategy] as const)))(
  "%s, %s sessions",
  async (name, strategy) => {
    const { version, folder } = await manifest();
    const { adapter, leave } = await openStore(name);
    const site = siteOn(adapter, strategy, world);
    const kept: Record<string, Kept> = {};
    for (const [journey, { start }] of Object.entries(journeys)) {
      const { browser, has = {} } = await start(site, emailOf(journey));
      const names = browser.cookieNames();
      const cookies = names.map((one) => [one, browser.cookie(one) ?? ""] as const);
      kept[journey] = { cookies: Object.fromEntries(cookies), has };
    }
    // The codes of authenticator apps that were used until now aren't accepted again.
    const at = Date.now();
    const left = await leave();
    expect(Object.values(left.rows).flat().length).toBeGreaterThan(10);
    const text = JSON.stringify({ version, at, store: name, strategy, kept, ...left });
    await mkdir(join(folder, version), { recursive: true });
    await writeFile(join(folder, version, `${name}-${strategy}.json`), `${text}\n`);
    expect(Object.keys(kept)).toEqual(Object.keys(journeys));
  },
  120_000,
);
