import Credentials from "latchkey/providers/credentials";
import { describe, expect, it } from "vitest";
import { Browser } from "../support/client.js";
import { world } from "../support/config.js";

// Nothing was declared that could be the name, so nothing was counted.
describe("a credentials provider that declares no fields", () => {
  it.each(["email", "username", "login"])("is limited by the name sent as %s", async (field) => {
    const provider = Credentials({ credentials: {}, authorize: () => null });
    const { config } = world("jwt", { providers: [provider] });
    const guess = async (name: string, index: number) => {
      const fields = { [field]: name, password: `guess ${index}` };
      const response = await new Browser(config).submit("callback/credentials", fields);
      return response.headers.get("location")?.includes("error=RateLimited") ?? false;
    };
    const refused: boolean[] = [];
    for (let index = 0; index < 12; index++) refused.push(await guess("ada@example.org", index));
    expect(refused.filter((isRefused) => !isRefused)).toHaveLength(10);
    expect(await guess("bob@example.org", 0)).toBe(false);
  });
});
