import { describe, expect, it } from "vitest";
import { RecentChecks } from "./recent-checks.js";

const noon = Date.UTC(2026, 0, 2, 12);
const within = 30_000;
const ada = { at: noon, owner: "ada" };
const grace = { at: noon, owner: "grace" };

describe("RecentChecks", () => {
  it("spares a session its look for as long as whoever asks goes by one, and no other", () => {
    const watch = new RecentChecks();
    watch.note("a", ada);
    expect(watch.isRecent("a", noon + within - 1, within)).toBe(true);
    expect(watch.isRecent("a", noon + within, within)).toBe(false);
    // Another configuration in this process may want to know more exactly.
    expect(watch.isRecent("a", noon + 1_000, 1_000)).toBe(false);
    expect(watch.isRecent("b", noon, within)).toBe(false);
  });

  it("spares none when the clock was put back since", () => {
    const watch = new RecentChecks();
    watch.note("a", ada);
    expect(watch.isRecent("a", noon - 3_600_000, within)).toBe(false);
  });

  it("ending one session, or those of one user, leaves the others spared", () => {
    const watch = new RecentChecks();
    for (const [sid, looked] of Object.entries({ a: ada, b: ada, c: ada, d: grace })) {
      watch.note(sid, looked);
    }
    const spared = () => ["a", "b", "c", "d"].filter((sid) => watch.isRecent(sid, noon, within));
    watch.drop("a");
    expect(spared()).toEqual(["b", "c", "d"]);
    watch.dropOf("ada");
    expect(spared()).toEqual(["d"]);
    watch.forget();
    expect(spared()).toEqual([]);
  });

  it("is bounded: the older half goes first", () => {
    const watch = new RecentChecks(10);
    for (let index = 0; index < 100; index += 1) watch.note(`s${index}`, ada);
    const known = Array.from({ length: 100 }, (_, index) =>
      watch.isRecent(`s${index}`, noon, within),
    );
    expect(known.filter(Boolean).length).toBeLessThanOrEqual(10);
    expect(known[98]).toBe(true);
    watch.dropOf("ada");
    expect(watch.isRecent("s98", noon, within)).toBe(false);
  });
});
