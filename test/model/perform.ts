import { endingOf, type Exchange } from "./answer.js";
import { explain } from "./explain.js";
import { checkFlags, checkRedirect, checkSignedOut, checkUnchanged } from "./invariants.js";
import { cookieOf, cookies } from "./message.js";
import type { Model } from "./model.js";
import { checkStore } from "./rows.js";
import { isLive } from "./state.js";
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
  const explained = explain(model.possible, exchanges);
  for (const { answer } of exchanges) {
    tally.held("the answer is the one the model gives");
    if (answer.holder !== undefined) tally.held("nobody gets a session without proof");
  }
  const after = await world.store.dump();
  const [first] = exchanges;
  if (first && exchanges.length === 1) checkUnchanged(tally, first, { before, after });
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

function whatOf({ sent }: Exchange): string {
  const { about } = sent;
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

/** At the end: every session that ever was is as alive as the model says. */
export async function checkSessions({ tally, possible, seen }: Model, world: World): Promise<void> {
  for (const value of seen.sessions) {
    const holder = await world.holderOf(value);
    const holders = possible.map((state) => {
      const session = state.sessions.get(value);
      return session && isLive(state, session, Date.now()) ? session.user : null;
    });
    const detail = () => `a session is ${String(holder)}'s, and should be ${holders.join(" or ")}`;
    tally.check("sign-out is final", holders.includes(holder), detail);
  }
}
