import type { Express } from "express";
import { createApp } from "../../examples/express/app.js";
import { people, type Person } from "../../examples/express/people.js";
import { openParts } from "../../examples/express/parts.js";
import { onTestFinished } from "vitest";
import type { Strategy } from "./config.js";
import { secret } from "./config.js";
import { serve } from "./express-host.js";

/** The people of the demo: one who gets in, and one who doesn't although the password is right. */
export const [ada, , cy] = people;

/** What somebody fills in on the sign-in page: for `callback/password`. */
export function passwordOf({ email, password }: Person): Record<string, string> {
  return { email, password };
}

/** The demo, not listening yet, with its mail server and its OpenID provider for one test. */
export async function createDemo(strategy: Strategy): Promise<Express> {
  const parts = await openParts("memory:");
  onTestFinished(() => parts.close());
  return createApp({ ...parts, secret, strategy });
}

/** Starts the demo on a free port for one test. Answers its origin, as a browser would write it. */
export async function startDemo(strategy: Strategy = "database"): Promise<string> {
  const origin = new URL(await serve(await createDemo(strategy)));
  return `http://localhost:${origin.port}`;
}
