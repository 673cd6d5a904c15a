import { customFetch } from "latchkey";
import type { Account, User } from "latchkey/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { location } from "../support/client.js";
import { world } from "../support/config.js";
import { begin } from "../support/oauth/journey.js";
import { StandIn } from "../support/oauth/stand-in.js";
import { loadCatalogue } from "../support/provider-catalogue.js";

const catalogue = await loadCatalogue();

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.start();
});
afterAll(() => standIn.stop());

describe("every provider of the catalogue, there and back", () => {
  it("are 93", () => {
    expect(catalogue).toHaveLength(93);
  });

  it.each(catalogue.map((entry) => [entry.facts.id, entry] as const))("%s", async (id, entry) => {
    standIn.become(entry);
    const provider = entry.factory({ ...entry.options, [customFetch]: standIn.fetch });
    const seen: { user: User; account: Account | null | undefined }[] = [];
    const shop = world("database", {
      providers: [provider],
      events: {
        signIn: ({ user, account }) => {
          seen.push({ user, account });
        },
      },
    });
    const tab = shop.browser();
    const request = await begin(tab, `signin/${id}`);
    expect(shop.log.codes("error")).toEqual([]);
    expect(request.searchParams.get("redirect_uri")).toBe(`https://app.test/auth/callback/${id}`);
    for (const check of entry.facts.checks ?? ["pkce"]) {
      const name = check === "pkce" ? "code_challenge" : check;
      expect(request.searchParams.get(name)).toMatch(/.{43}/);
    }
    const { url, params } = entry.facts.authorization ?? {};
    if (url !== undefined) {
      expect(request.origin + request.pathname).toBe(url);
    }
    const scope = params?.["scope"];
    if (scope !== undefined) {
      expect(request.searchParams.get("scope") ?? "").toBe(scope);
    }

    standIn.nonce = request.searchParams.get("nonce");
    const answer = { code: "code-1", state: request.searchParams.get("state") ?? "" };
    const posted: unknown = Reflect.get(entry.sample.profile, "user");
    const isPosted = request.searchParams.get("response_mode") === "form_post";
    const from = request.origin;
    const named = typeof posted === "object" ? { user: JSON.stringify(posted) } : {};
    const response = isPosted
      ? await tab.post(`callback/${id}`, { ...answer, ...named }, { from })
      : await tab.get(`callback/${id}?${new URLSearchParams(answer).toString()}`, { from });
    expect(shop.log.entries.filter(({ level }) => level === "error")).toEqual([]);
    expect(location(response)).toBe("https://app.test");
    const { name, email, image } = entry.sample.user;
    expect(seen).toMatchObject([
      {
        user: { name, email: email?.toLowerCase() ?? null, image },
        account: { provider: id, providerAccountId: entry.sample.user.id, token_type: "bearer" },
      },
    ]);
  });
});
