import { afterEach, beforeEach, vi } from "vitest";

export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A moment with no fraction of a second, so that expiries compare exactly. */
export const start = Date.UTC(2026, 0, 2, 3, 4, 5);

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Lets seconds pass. */
  pass(seconds: number): void;
  /** Goes to a moment, in milliseconds since 1970. */
  goTo(moment: number): void;
}

/** Stops the clock at `start` for each test of the file or block. Timers run as ever. */
export function useClock(): Clock {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: start });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return {
    now: () => Date.now(),
    pass: (seconds) => vi.setSystemTime(Date.now() + seconds * 1000),
    goTo: (moment) => vi.setSystemTime(moment),
  };
}

/** Milliseconds of processor time that work takes: what it costs, however busy the machine is. */
export async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
