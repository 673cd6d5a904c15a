import { endingOf, type Exchange } from "./answer.js";
import { explain } from "./explain.js";
import { current, findAdoptable, outlooks } from "./judge/session.js";
import { checkFlags, checkRedirect, checkSignedOut, checkUnchanged } from "./invariants.js";
import { cookieOf, cookies, type Delivered } from "./message.js";
import type { Model } from "./model.js";
import { checkStore } from "./rows.js";
import { processCount } from "./processes.js";
import type { Parcel, World } from "./world.js";

/** Sends requests, all at the same moment, and checks everything that must hold afterwards. */
export async function perform(
  model: Model,
  world: World,
  parcels: readonly Parcel[],
): Promise<void> {
  const { tally } = model;
  const before = await world.store.dump();
  const exchanges = await world.deliver(parcels);
  for (const exchange of exchanges) {
    tally.count(`${whatOf(exchange)} ${endingOf(exchange)}`);
    checkRedirect(tally, exchange);
    checkFlags(tally, exchange);
    model.ledger.check(tally, exchange);
  }
  const mayChange = exchanges.every(({ sent }) =>
    model.possible.every((state) =>
      outlooks(state, sent).some(
        (one) => current(one, sent) === null || findAdoptable(one, sent) !== undefined,
      ),
    ),
  );
  const isOver = (token: string) =>
    model.possible.some(({ over, sessions }) => over.has(sessions.get(token)?.of ?? ""));
  const explained = explain(model.possible, exchanges);
  for (const { sent, answer } of exchanges) {
    tally.held("the answer is the one the model gives");
    if (answer.holder !== undefined) tally.held("nobody gets a session without proof");
    if (isList(sent)) tally.held("the list is the one the model gives");
  }
  const after = await world.store.dump();
  const [first] = exchanges;
  if (first && exchanges.length === 1) {
    checkUnchanged(tally, first, { before, after, mayChange, isOver });
  }
  model.possible = checkStore(tally, explained, after);
  exchanges.forEach((exchange, index) => {
    const parcel = parcels[index];
    if (parcel) model.seen.note(parcel, exchange);
  });
  const [only] = parcels;
  if (only && first && exchanges.length === 1) {
    await checkEnd(model, world, { parcel: only, exchange: first });
  }
}

const isList = ({ about }: Delivered) => about.kind === "manage" && about.errand.do === "list";

function whatOf({ sent }: Exchange): string {
  const { about } = sent;
  if (about.kind === "manage") return about.errand.do;
  return about.kind === "passkey" ? `${about.kind} ${about.action}` : about.kind;
}

/** Signed out means signed out: in this browser, and with the database strategy everywhere. */
async function checkEnd(
  { tally, possible }: Model,
  world: World,
  { parcel, exchange }: { parcel: Parcel; exchange: Exchange },
): Promise<void> {
  if (endingOf(exchange) !== "signed-out") return;
  const value = cookieOf(exchange.sent, cookies.session);
  const browser = world.browser(parcel.browser);
  const isOwn = value !== "" && browser.cookie(cookies.session) === value;
  const isStored = possible[0]?.strategy === "database" && value !== "";
  checkSignedOut(tally, exchange, {
    kept: isOwn ? browser.sessionCookies() : [],
    reader: isStored ? await world.holderOf(value) : undefined,
  });
}

/** A read of a session by a process. */
function deliveredWith(session: string, process: number): Delivered {
  const cookie = `${cookies.session}=${encodeURIComponent(session)}`;
  const read = {
    method: "GET",
    route: "session",
    headers: {},
    about: { kind: "session" },
  } as const;
  return { ...read, cookie, at: Date.now(), number: 0, process: process % processCount };
}

/** At the end: every session that ever was is as alive as the model says. */
export async function checkSessions({ tally, possible, seen }: Model, world: World): Promise<void> {
  for (const [index, value] of seen.sessions.entries()) {
    const holder = await world.holderOf(value, index);
    const sent = deliveredWith(value, index);
    const holders = possible.flatMap((state) =>
      outlooks(state, sent).map((one) => current(one, sent)),
    );
    const detail = () => `a session is ${String(holder)}'s, and should be ${holders.join(" or ")}`;
    const wasEnded = possible.every(({ over, sessions }) =>
      over.has(sessions.get(value)?.of ?? ""),
    );
    const invariant = wasEnded ? "what was ended stays ended" : "sign-out is final";
    tally.check(invariant, holders.includes(holder), detail);
  }
}
