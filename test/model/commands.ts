import type fc from "fast-check";
import type { Action } from "./actions.js";
import { build, browserOf, isErrand, isPossible } from "./build.js";
import { step } from "./generate/steps.js";
import { cookies, type Message } from "./message.js";
import type { Model } from "./model.js";
import { perform } from "./perform.js";
import { pickFrom, type Seen } from "./seen.js";
import type { Again, Step } from "./steps.js";
import type { Parcel, World } from "./world.js";

/** One step of a sequence. */
export class StepCommand implements fc.AsyncCommand<Model, World> {
  readonly step: Step;

  constructor(step: Step) {
    this.step = step;
  }

  check({ seen, possible }: Readonly<Model>): boolean {
    const { step } = this;
    const isOn = possible[0]?.revocable === true;
    switch (step.do) {
      case "send":
        return isPossible(seen, step.action) && (isOn || !isErrand(step.action));
      case "hold":
        return isPossible(seen, step.action) && !isErrand(step.action);
      case "together":
        return step.actions.every((one) => isPossible(seen, one) && (isOn || !isErrand(one)));
      case "turn-on":
        return !isOn;
      case "deliver":
        return seen.late.length > 0;
      case "replay":
        return seen[step.again.of].length > 0;
      case "steal":
        return seen.sessions.length > 0;
      default:
        return true;
    }
  }

  async run(model: Model, world: World): Promise<void> {
    model.tally.commands += 1;
    if (this.step.do === "journey") return travel(model, world, this.step.actions);
    const parcels = await this.#parcels(model, world);
    if (this.step.do === "hold") model.seen.late.push(...parcels);
    else if (parcels.length > 0) await perform(model, world, parcels);
  }

  async #parcels(model: Model, world: World): Promise<Parcel[]> {
    const { step } = this;
    const { seen } = model;
    switch (step.do) {
      case "send":
      case "hold":
        return prepare(model, world, [step.action]);
      case "together": {
        const fresh = await prepare(model, world, step.actions);
        const [first] = fresh;
        const copies = first ? Array.from({ length: step.copies }, () => first) : [];
        const old = step.again ? replayed(world, seen, step.again) : [];
        return [...fresh, ...copies, ...old].slice(0, 4);
      }
      case "deliver":
        return takeLate(seen, step.pick);
      case "replay":
        return replayed(world, seen, step.again);
      case "journey":
        return [];
      case "pass":
        model.pass(step.seconds);
        return [];
      case "drop":
        drop(world, step.browser, cookies[step.what]);
        return [];
      case "steal":
        world
          .browser(step.browser)
          .plant(cookies.session, pickFrom(seen.sessions, step.pick) ?? "");
        return [];
      case "turn-on":
        world.turnOn();
        for (const state of model.possible) state.revocable = true;
        return [];
      case "dismiss":
        dismiss(model, world, step.user);
        return [];
    }
  }

  toString(): string {
    return JSON.stringify(this.step);
  }
}

/** With the strategy "database" there is no such callback. */
function dismiss({ possible }: Model, world: World, user: string): void {
  if (possible[0]?.strategy !== "jwt") return;
  world.dismiss(user);
  for (const { sessions } of possible) {
    for (const session of sessions.values()) if (session.user === user) session.dismissed = true;
  }
}

async function travel(model: Model, world: World, actions: readonly Action[]): Promise<void> {
  for (const one of actions) {
    if (!isPossible(model.seen, one)) continue;
    await perform(model, world, await prepare(model, world, [one]));
  }
}

/** The requests of the actions. Forms are on a page, which gives the browser its CSRF token. */
async function prepare(model: Model, world: World, actions: readonly Action[]): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  for (const one of actions) {
    const browser = browserOf(model.seen, one);
    const isForm = "form" in one && one.form.csrf === "own";
    if (isForm && world.browser(browser).cookie(cookies.csrf) === undefined) {
      const page = await build(world, model.seen, { do: "csrf", browser });
      if (page) await perform(model, world, [page]);
    }
    const parcel = await build(world, model.seen, one);
    if (parcel) parcels.push(parcel);
  }
  return parcels;
}

function takeLate(seen: Seen, pick: number): Parcel[] {
  const parcel = pickFrom(seen.late, pick);
  return parcel ? seen.late.splice(seen.late.indexOf(parcel), 1) : [];
}

function replayed(world: World, seen: Seen, { of, pick, cookies: which }: Again): Parcel[] {
  const old = pickFrom(seen[of], pick);
  if (!old) return [];
  const browser = which === "other" ? old.browser + 1 : old.browser;
  return [{ browser, message: { ...old.message, cookie: cookieFor(world, old, which) } }];
}

function cookieFor(world: World, old: Parcel, which: Again["cookies"]): Message["cookie"] {
  if (which === "then") return old.message.cookie;
  if (which === "none") return "";
  return world.browser(which === "other" ? old.browser + 1 : old.browser).cookieHeader("/auth/");
}

function drop(world: World, browser: number, prefix: string): void {
  const from = world.browser(browser);
  for (const name of from.cookieNames()) if (name.startsWith(prefix)) from.forget(name);
}

export const stepCommand = step.map((one) => new StepCommand(one));
