import NextAuth from "latchkey/next";
import { describe, expect, it } from "vitest";
import { ada, strategies, world } from "../support/config.js";
import { adasCookie, nextRequest, origin } from "../support/next/requests.js";

const context = { params: Promise.resolve({}) };

describe("Next.js, while the adapter can't be made", () => {
  function app(strategy: "jwt" | "database") {
    const { config, log } = world(strategy, { basePath: "/api/auth", url: origin });
    let made = 0;
    const adapter = () => {
      made += 1;
      throw new Error("connection refused");
    };
    const session = { strategy };
    return { config, log, made: () => made, ...NextAuth({ ...config, session, adapter }) };
  }

  it.each(strategies)(
    "a visitor without cookies doesn't ask for it, strategy %s",
    async (strategy) => {
      const { handlers, auth, made, log } = app(strategy);
      for (const route of ["session", "providers", "csrf", "signin"]) {
        const response = await handlers.GET(nextRequest(`/api/auth/${route}`));
        expect([route, response.status]).toEqual([route, 200]);
      }
      const wrapped = auth((req) => Response.json(req.auth));
      const answer = await wrapped(nextRequest("/"), context);
      expect(await answer.json()).toBeNull();
      expect([made(), log.codes("error")]).toEqual([0, []]);
    },
  );

  it("a JWT session is read without it", async () => {
    const { config, handlers, auth, made, log } = app("jwt");
    const { adapter: _, ...storeless } = config;
    const headers = { cookie: await adasCookie(storeless) };
    const read = await handlers.GET(nextRequest("/api/auth/session", { headers }));
    expect(await read.json()).toMatchObject({ user: { name: ada.name } });
    const wrapped = auth((req) => Response.json(req.auth));
    const answer = await wrapped(nextRequest("/", { headers }), context);
    expect(await answer.json()).toMatchObject({ user: { name: ada.name } });
    expect([made(), log.codes("error")]).toEqual([0, []]);
  });
});
