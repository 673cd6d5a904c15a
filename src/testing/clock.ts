import { refuseUnlessDevelopment } from "../dev/refuse.js";

/** A clock that stands still until it is told to go on. */
export interface StoppedClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets seconds pass. */
  pass(seconds: number): void;
  /** Gives the time back. */
  restore(): void;
}

/**
 * Stops what `Date` says in this process, so that sessions, links and codes expire when the test wants it.
 * Timers run as ever.
 *
 * ```ts
 * const clock = stopClock();
 * const { headers } = await signInAs(config, { email: "ada@example.com" });
 * clock.pass(31 * 24 * 60 * 60); // the session has expired
 * clock.restore();
 * ```
 */
export function stopClock(at: Date | number = Date.now()): StoppedClock {
  refuseUnlessDevelopment("latchkey/testing");
  const RealDate = globalThis.Date;
  const time = { now: Number(at) };
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, newTarget) =>
      toObject(Reflect.construct(target, given.length > 0 ? given : [time.now], newTarget)),
    apply: () => new RealDate(time.now).toString(),
    get: (target, name): unknown =>
      name === "now" ? () => time.now : Reflect.get(target, name, target),
  });
  return {
    now: () => time.now,
    pass(seconds) {
      time.now += seconds * 1000;
    },
    restore() {
      globalThis.Date = RealDate;
    },
  };
}

function toObject(made: unknown): object {
  return typeof made === "object" && made !== null ? made : {};
}
