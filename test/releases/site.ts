import type { Adapter } from "latchkey/adapters";
import { Browser, type Answerer } from "../support/client.js";
import { recorder, type TestConfig } from "../support/config.js";
import { rogueOfFile } from "../support/oauth/rogue-of-file.js";
import type { RogueProvider } from "../support/oauth/rogue.js";
import { configOn, type Around } from "./config.js";
import { Outbox } from "./outbox.js";

/** A site, and what is around it. */
export interface Site extends World {
  browser(): Browser;
}

/** What the sites of one test file share. */
export interface World {
  readonly outbox: Outbox;
  readonly rogue: RogueProvider;
}

/** To be called at the top level of a test file. */
export const openWorld = async (): Promise<World> => ({
  outbox: new Outbox(),
  rogue: await rogueOfFile(),
});

/** The site in this process. */
export function siteOn(adapter: Adapter, strategy: Around["strategy"], world: World): Site {
  const { outbox, rogue } = world;
  const config = configOn(adapter, {
    strategy,
    issuer: rogue.issuer,
    mail: { sendMail: async (message: unknown) => Promise.resolve(outbox.add(message)) },
    logger: recorder().logger,
  });
  return { ...world, browser: () => new Browser(config) };
}

/** Its configuration is that of the process that answers. */
export const nothing: TestConfig = { providers: [] };

/** The site in other processes. */
export const siteAt = (auth: Answerer, world: World): Site => ({
  ...world,
  browser: () => new Browser(nothing, { auth }),
});
