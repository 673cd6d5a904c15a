import { describe, expect, it } from "vitest";
import { iso, maxAge, sessionsWorld } from "../../../../test/support/sessions-world.js";
import { parseObject } from "../../values/json.js";

const containing = (text: string): unknown => expect.stringContaining(text);

describe("a session in a token that grows too large", () => {
  const large = "x".repeat(20_000);

  it("is not begun, and says so", async () => {
    const { start } = sessionsWorld({ callbacks: { jwt: ({ token }) => ({ ...token, large }) } });
    await expect(start(0)).rejects.toMatchObject({ type: "SessionTooLarge" });
  });

  it("goes on as it was at a read, which is logged, and fails an update", async () => {
    const more: { large?: string } = {};
    const { start, read, logged, current, claims } = sessionsWorld({
      callbacks: { jwt: ({ token }) => ({ ...token, ...more }) },
    });
    await start(0);
    more.large = large;
    const { result, changes } = await read(20);
    expect(result.session?.expires).toBe(iso(maxAge));
    expect(changes).toEqual([]);
    expect(logged).toMatchObject([["SessionTooLarge", { type: "SessionTooLarge" }]]);
    await expect(read(20, { data: 1 })).rejects.toMatchObject({ type: "SessionTooLarge" });
    expect(await current(20)).toBe("1");
    expect(logged).toHaveLength(2);
    expect(await claims()).not.toHaveProperty("large");
  });

  it("fails with whatever else goes wrong when it is made", async () => {
    let broken = false;
    const encode = ({ token }: { token?: object | undefined }) =>
      broken ? Promise.reject(new Error("no pen")) : Promise.resolve(JSON.stringify(token));
    const decode = ({ token = "" }: { token?: string | undefined }) =>
      Promise.resolve(parseObject(token) ?? null);
    const { start, read } = sessionsWorld({ jwt: { encode, decode } });
    await start(0);
    broken = true;
    expect((await read(50)).result).toMatchObject({
      session: null,
      error: { message: containing("no pen") },
    });
  });
});
