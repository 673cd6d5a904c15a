import { chromium } from "./chromium.js";
import type { Finder, Located, ServiceKind } from "./kinds.js";
import { mysql } from "./mysql.js";
import { pgbouncer } from "./pgbouncer.js";
import { postgres } from "./postgres.js";
import { aptInstall } from "./processes.js";
import { redis } from "./redis.js";

const finders: Record<ServiceKind, Finder> = { chromium, postgres, mysql, redis, pgbouncer };

/** Finds each service at most once, starts it when it must, and stops what it started. */
export function createLocator() {
  const located = new Map<ServiceKind, Promise<Located>>();
  const stops: (() => Promise<void>)[] = [];
  let installs: Promise<boolean> = Promise.resolve(true);

  const start = async (finder: Finder): Promise<string | undefined> => {
    const started = await finder.start();
    if (started !== undefined) stops.push(() => started.stop());
    return started?.where;
  };

  // apt-get allows one run at a time.
  const install = (finder: Finder): Promise<boolean> => {
    installs = installs.then(() => aptInstall(finder.packages));
    return installs;
  };

  const obtain = async (finder: Finder): Promise<string | undefined> =>
    (await findRunning(finder)) ??
    (await start(finder)) ??
    ((await install(finder)) ? await start(finder) : undefined);

  const locate = (kind: ServiceKind): Promise<Located> => {
    const known = located.get(kind) ?? describePlace(finders[kind], obtain);
    located.set(kind, known);
    return known;
  };

  const stopAll = async () => {
    await Promise.allSettled(located.values());
    await Promise.allSettled(stops.map((stop) => stop()));
  };

  return { locate, stopAll };
}

async function findRunning(finder: Finder): Promise<string | undefined> {
  for (const where of finder.usual) if (await finder.works(where)) return where;
  return undefined;
}

async function describePlace(
  finder: Finder,
  obtain: (finder: Finder) => Promise<string | undefined>,
): Promise<Located> {
  const { variable, packages } = finder;
  const named = process.env[variable] ?? "";
  if (named !== "") {
    if (await finder.works(named)) return { found: true, where: named };
    return { found: false, reason: `${variable} names one that does not answer` };
  }
  const where = await obtain(finder);
  if (where !== undefined) return { found: true, where };
  return {
    found: false,
    reason: `none is running and ${packages.join(" ")} can't be installed; set ${variable}`,
  };
}
