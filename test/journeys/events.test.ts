import type { EventCallbacks } from "latchkey/types";
import Credentials from "latchkey/providers/credentials";
import { describe, expect, expectTypeOf, it } from "vitest";
import { location } from "../support/client.js";
import { ada, adasForm, strategies, world } from "../support/config.js";

describe.each(strategies)("events, strategy %s", (strategy) => {
  it("[EVT-4] signIn: with credentials the user is what authorize gave, itself", async () => {
    const found = { ...ada, role: "countess" };
    const told: Parameters<EventCallbacks["signIn"]>[] = [];
    const { browser } = world(strategy, {
      providers: [Credentials({ authorize: () => found })],
      events: {
        async signIn(...messages) {
          told.push(messages);
        },
      },
    });
    await browser().signIn({});
    expect(told).toEqual([
      [
        {
          user: found,
          account: { provider: "credentials", providerAccountId: "1", type: "credentials" },
        },
      ],
    ]);
    expect(told[0]?.[0].user).toBe(found);
  });

  it("[EVT-4] signIn: a model whose members are getters is passed on as it is", async () => {
    class Model {
      readonly row = { id: "1", name: "Ada" };
      get id() {
        return this.row.id;
      }
      get name() {
        return this.row.name;
      }
    }
    const { browser } = world(strategy, {
      providers: [Credentials({ authorize: () => new Model() })],
    });
    const ours = browser();
    await ours.signIn({});
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
  });

  it("[EVT-4] signIn is not told when the sign-in was refused", async () => {
    const told: unknown[] = [];
    const events = {
      signIn: (message: unknown) => {
        told.push(message);
      },
    };
    await world(strategy, { events }).browser().signIn({ username: "nobody" });
    await world(strategy, { events, callbacks: { signIn: () => false } })
      .browser()
      .signIn(adasForm);
    expect(told).toEqual([]);
  });

  it("[EVT-7] a handler gets one message, is awaited, and what it returns is nothing to us", async () => {
    const order: string[] = [];
    const { browser } = world(strategy, {
      events: {
        async signIn(...messages) {
          expect(messages).toHaveLength(1);
          await new Promise((resolve) => setTimeout(resolve, 20));
          order.push("handler");
        },
      },
    });
    await browser().signIn(adasForm);
    order.push("response");
    expect(order).toEqual(["handler", "response"]);
    expectTypeOf<ReturnType<EventCallbacks["signIn"]>>().toEqualTypeOf<void | PromiseLike<void>>();
  });

  it("[EVT-7] a handler that throws is logged and changes nothing", async () => {
    const { browser, log } = world(strategy, {
      events: {
        signIn: () => Promise.reject(new Error("audit log is full")),
        signOut: () => {
          throw new Error("audit log is full");
        },
        session: () => {
          throw new Error("audit log is full");
        },
      },
    });
    const ours = browser();
    expect(location(await ours.signIn(adasForm))).toBe("https://app.test");
    expect(await ours.session()).toMatchObject({ user: { name: "Ada" } });
    await ours.signOut();
    expect(await ours.session()).toBeNull();
    expect(log.codes("error")).toEqual(["EventError", "EventError", "EventError"]);
    expect(log.errors("EventError").map(({ cause }) => cause)).toMatchObject(
      ["signIn", "session", "signOut"].map((event) => ({
        event,
        err: { message: "audit log is full" },
      })),
    );
  });

  it("[EVT-7] a handler that never returns is given up after the timeout", async () => {
    const { browser, log } = world(strategy, {
      timeout: 30,
      events: { signIn: () => new Promise(() => undefined) },
    });
    const ours = browser();
    expect(location(await ours.signIn(adasForm))).toBe("https://app.test");
    expect(await ours.session()).not.toBeNull();
    expect(log.errors("EventError")[0]?.cause).toMatchObject({
      err: { message: "It didn't return within 30 ms." },
    });
  });

  it("[EVT-7] a handler keeps its `this`", async () => {
    class Audit {
      readonly seen: unknown[] = [];
      signIn({ user }: { user: unknown }) {
        this.seen.push(user);
      }
    }
    const audit = new Audit();
    await world(strategy, { events: audit }).browser().signIn(adasForm);
    expect(audit.seen).toEqual([ada]);
  });
});
