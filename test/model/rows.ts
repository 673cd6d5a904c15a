import { isLive, type State } from "./state.js";
import type { Dump, Table } from "./store.js";
import type { Tally } from "./violation.js";

/** The store as the model has it. */
function expectedRows(state: State, at: number): unknown {
  const sessions = [...state.sessions].filter(([, session]) => isLive(state, session, at));
  const mails = [...state.mails.values()].filter(({ gone }) => !gone);
  return {
    users: sorted([...state.users].map(([email, { verified }]) => `${email} ${String(verified)}`)),
    accounts: sorted([...state.accounts].map(([key, owner]) => `${key} of ${owner}`)),
    sessions:
      state.strategy === "jwt"
        ? []
        : sorted(
            sessions.map(([token, { user, expires }]) => `${token} of ${user} until ${expires}`),
          ),
    tokens: sorted(mails.map(({ address, expires }) => `${address} until ${expires}`)),
    passkeys: sorted(
      [...state.passkeys].map(([id, { user, counter }]) => `${id} of ${user} at ${counter}`),
    ),
  };
}

/** The store as it is, in the same form. */
function storedRows(dump: Dump, { state, at }: { state: State; at: number }): unknown {
  const all = (table: Table) => [...dump[table]];
  const nameOf = (id: string | undefined) => dump.users.get(id ?? "")?.email ?? "nobody";
  return {
    users: sorted(all("users").map(([, { email, verified }]) => `${email} ${String(verified)}`)),
    accounts: sorted(all("accounts").map(([key, { user }]) => `${key} of ${nameOf(user)}`)),
    sessions: sorted(
      all("sessions")
        .filter(([, { expires = 0 }]) => expires > at)
        // The row of one that was ended by its mark may stay until somebody comes with it.
        .filter(([token]) => !state.over.has(state.sessions.get(token)?.of ?? ""))
        .map(([token, { user, expires }]) => `${token} of ${nameOf(user)} until ${expires}`),
    ),
    tokens: sorted(all("tokens").map(([, { email, expires }]) => `${email} until ${expires}`)),
    passkeys: sorted(
      all("passkeys").map(([id, { user, counter }]) => `${id} of ${nameOf(user)} at ${counter}`),
    ),
  };
}

function sorted(lines: readonly string[]): string[] {
  return [...lines].sort();
}

/** Of the states that explain the answers, those that the store confirms. */
export function checkStore(tally: Tally, possible: readonly State[], dump: Dump): State[] {
  const at = Date.now();
  const pairs = possible.map((state) => ({
    state,
    stored: JSON.stringify(storedRows(dump, { state, at })),
    expected: JSON.stringify(expectedRows(state, at)),
  }));
  const confirmed = pairs
    .filter(({ stored, expected }) => stored === expected)
    .map(({ state }) => state);
  const detail = () =>
    pairs.map(({ stored, expected }) => `${stored} is not ${expected}`).join(" and ");
  tally.check("the store holds what the model holds", confirmed.length > 0, detail);
  return confirmed;
}
