import type { Adapter } from "latchkey/adapters";
import { examine } from "../../src/doctor/examine.js";
import { defaultFlows } from "../../src/flows/defaults.js";
import { world, type TestConfig } from "./config.js";

const site = { origin: "https://app.test", basePath: "/auth" };

/** What the doctor says about the tables of an application with this adapter. */
export async function doctorOnTables(
  adapter: Adapter,
  plugins: TestConfig["plugins"] = [],
): Promise<string[]> {
  const { config } = world("database", { adapter, plugins });
  const found = await examine(config, { site, defaultFlows });
  return found.filter(({ about }) => about === "tables").map(({ message }) => message);
}
