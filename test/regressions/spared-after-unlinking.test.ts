import { manage } from "latchkey/manage";
import { sessionRegistry } from "latchkey/plugins/session-registry";
import GitHub from "latchkey/providers/github";
import GitLab from "latchkey/providers/gitlab";
import { memoryState } from "latchkey/state/memory";
import { expect, it } from "vitest";
import { ada, adasForm, people, strategies, world } from "../support/config.js";

it.each(strategies)(
  "after a sign-in method was removed, the session that ends all others goes on, strategy %s",
  async (strategy) => {
    const { adapter } = world("database");
    const { config, browser } = world(strategy, {
      ...{ adapter, session: { strategy }, sharedState: memoryState() },
      providers: [people, GitHub, GitLab],
      plugins: [sessionRegistry({ within: 0 })],
    });
    const [ours, other] = [browser(), browser()];
    await ours.signIn(adasForm);
    await other.signIn(adasForm);
    for (const provider of ["github", "gitlab"]) {
      const account = { provider, providerAccountId: "17", type: "oauth" } as const;
      await adapter.linkAccount({ ...account, userId: ada.id });
    }
    const { accounts, sessions } = manage(config);
    const removed = { kind: "account", provider: "github", account: "17" } as const;
    expect(await accounts.remove(ada.id, removed)).toBe("done");
    const request = new Request("https://app.test/", { headers: { cookie: ours.cookieHeader() } });
    await sessions.endAll(ada.id, { except: request });
    expect(await ours.session()).toMatchObject({ user: { email: ada.email } });
    expect(await other.session()).toBeNull();
  },
);
