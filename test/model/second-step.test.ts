import { sessionRegistry } from "latchkey/plugins/session-registry";
import Email from "latchkey/providers/email";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { Person } from "../support/authenticator-world.js";
import type { Browser } from "../support/client.js";
import { useClock } from "../support/clock.js";
import { ada, people, strategies, type Strategy } from "../support/config.js";
import { openInbox } from "../support/inbox.js";
import { oidc, signIn as signInAt } from "../support/oauth/journey.js";
import { RogueProvider } from "../support/oauth/rogue.js";
import {
  adasForm,
  codeOf,
  secondStepWorld,
  turnOn,
  wrongCodeOf,
} from "../support/second-step-world.js";
import { isLong } from "../support/long-form.js";
import { storePassword } from "../support/user-rows.js";

/*
 * The property: whatever is done in whatever order, over all ways to sign in, a browser has a session only
 * after a second step was taken in it since its last sign-out. The model knows which step that was.
 */

const inbox = await openInbox();
const rogue = await RogueProvider.start();
afterAll(() => rogue.stop());
const clock = useClock();

const chosen = "violins under the old bridge";
/** Hashes that cost nothing: it isn't about them. */
const fast = { hash: (typed: string) => `fast:${typed.length}:${typed.slice(0, 3)}` };
const verify = (typed: string, hash: string) => hash === fast.hash(typed);

/** An application with every way in, and Ada, who has them all, and a second step. */
async function make(strategy: Strategy) {
  const mailer = { server: inbox.server, from: "Acme <no-reply@acme.test>" };
  const passkey = Passkey({
    authenticationOptions: { userVerification: "preferred" },
    verifyAuthenticationOptions: { requireUserVerification: false },
    registrationOptions: { authenticatorSelection: { userVerification: "preferred" } },
    verifyRegistrationOptions: { requireUserVerification: false },
  });
  const world = secondStepWorld({
    strategy,
    overrides: {
      providers: [
        people,
        Email(mailer),
        Password({ email: Nodemailer(mailer), ...fast, verify }),
        passkey,
        oidc(rogue),
      ],
      experimental: { enableWebAuthn: true },
      session: { strategy },
      plugins: [sessionRegistry({ within: 0 })],
      rateLimit: false,
    },
  });
  await world.adapter.updateUser({ id: ada.id, emailVerified: new Date() });
  const owner = new Person(world.config);
  await owner.browser.signIn(adasForm);
  await owner.register(undefined, { unverified: true });
  await signInAt(owner.browser, rogue);
  await storePassword(world.adapter, { userId: ada.id, hash: fast.hash(chosen) });
  const phone = await turnOn(owner.browser);
  clock.pass(60);
  return { world, phone, authenticator: owner.authenticator };
}

type Made = Awaited<ReturnType<typeof make>>;

/** What the model knows of a browser. */
interface Known {
  readonly browser: Browser;
  /** A first step that waits, and whether a passkey was it. */
  first: "none" | "passkey" | "other";
  signedIn: boolean;
}

const passkeyIn = ({ world, authenticator }: Made, browser: Browser) =>
  new Person(world.config, { browser, authenticator });

/** The ways to take a first step. Each gives whether that was a passkey. */
const ways: Readonly<Record<string, (made: Made, browser: Browser) => Promise<unknown>>> = {
  credentials: (_, browser) => browser.signIn(adasForm),
  password: (_, browser) =>
    browser.submit("callback/password", { email: ada.email, password: chosen }),
  mail: async (_, browser) => {
    await browser.submit("signin/email", { email: ada.email });
    await browser.submit("callback/email", { code: inbox.newest().code });
  },
  provider: (_, browser) => signInAt(browser, rogue),
};

const steps = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.keys(ways)) },
  {
    weight: 5,
    arbitrary: fc.constantFrom("passkey", "wrong code", "old code", "right code", "recovery code"),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom("set up", "turn off", "new codes", "sign out", "wait", "read"),
  },
);
const plan = fc.array(fc.record({ at: fc.nat({ max: 1 }), step: steps }), {
  minLength: 4,
  maxLength: 10,
});

/** Does one thing in a browser, and notes what may have come of it. */
async function perform(made: Made, known: Known, step: string): Promise<void> {
  const { browser } = known;
  const { phone } = made;
  const way = ways[step];
  const passes = () => {
    if (known.first !== "none") known.signedIn = true;
    known.first = "none";
  };
  if (way) {
    const wasIn = known.signedIn;
    await way(made, browser);
    // Who is signed in and comes by an account that is theirs takes the first step again; the session stays.
    known.first = "other";
    known.signedIn = wasIn;
  } else if (step === "passkey") {
    await passkeyIn(made, browser).authenticate({}, { unverified: true });
    if (known.first === "other") passes();
    else known.first = "passkey";
  } else if (step === "right code") {
    clock.pass(60);
    await browser.submit("second-step", { code: codeOf(phone.secret) });
    passes();
  } else if (step === "recovery code") {
    const code = spare(made);
    await browser.submit("second-step", { code });
    if (code !== "") passes();
  } else if (step === "wrong code") {
    await browser.submit("second-step", { code: wrongCodeOf(phone.secret) });
  } else if (step === "old code") {
    await browser.submit("second-step", { code: codeOf(phone.secret, Date.now() - 300_000) });
  } else if (step === "sign out") {
    await browser.signOut();
    known.signedIn = false;
    // It is bound to the form token, which is another one now.
    known.first = "none";
  } else if (step === "wait") {
    clock.pass(11 * 60);
    known.first = "none";
  } else if (step === "read") {
    await browser.session();
  } else if (!known.signedIn) {
    // Whoever isn't signed in changes nothing; the property says so about what is stored.
    const acts = { "set up": "set-up", "turn off": "off", "new codes": "codes" } as const;
    const before = made.world.secondSteps.get(ada.id);
    const act = step === "set up" || step === "turn off" || step === "new codes" ? acts[step] : "";
    await browser.submit(`second-step/${act}`);
    expect(made.world.secondSteps.get(ada.id)).toBe(before);
  }
}

const used = new WeakMap<Made, number>();

/** A recovery code that nobody has used; none when all are. */
function spare(made: Made): string {
  const next = used.get(made) ?? 0;
  used.set(made, next + 1);
  return made.phone.codes[next] ?? "";
}

describe.each(strategies)("the second step, strategy %s", (strategy) => {
  it(
    "nobody has a session who did not take it, whatever is done in whatever order",
    async () => {
      const signedIn = { seen: 0 };
      const property = fc.asyncProperty(plan, async (doings) => {
        const made = await make(strategy);
        const tabs: Known[] = [0, 1].map(() => ({
          browser: made.world.browser(),
          first: "none",
          signedIn: false,
        }));
        for (const [index, { at, step }] of doings.entries()) {
          const tab = tabs[at];
          if (!tab) continue;
          await perform(made, tab, step);
          // Waiting is for both.
          if (step === "wait") for (const one of tabs) one.first = "none";
          for (const one of tabs) {
            const session = await one.browser.session();
            const done = doings.slice(0, index + 1);
            expect(session !== null, JSON.stringify(done)).toBe(one.signedIn);
            if (session !== null) signedIn.seen += 1;
          }
        }
      });
      const certain = ["credentials", "right code", "sign out", "provider", "passkey", "read"];
      const examples: [{ at: number; step: string }[]][] = [
        [certain.map((step) => ({ at: 0, step }))],
      ];
      await fc.assert(property, { numRuns: isLong ? 100 : 6, examples });
      expect(signedIn.seen).toBeGreaterThan(0);
    },
    isLong ? 600_000 : 60_000,
  );
});
