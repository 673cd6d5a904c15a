import { refuseUnlessDevelopment } from "../dev/refuse.js";

/** A clock that only moves when the test says so. */
export interface StoppedClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets seconds pass. */
  pass(seconds: number): void;
  /** Restores the real time. */
  restore(): void;
}

/**
 * Stops `Date` in this process, so that a test decides when sessions, links and codes expire.
 * Timers aren't affected.
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
