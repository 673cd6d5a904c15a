// Requests at a steady rate, however long their answers take.
import { setTimeout as pause } from "node:timers/promises";

/** Beyond this many open requests the rate isn't held. */
const most = 500;

/**
 * Calls `act` with the moment it was due, and waits for the last answer. Resolves to how many were
 * called and how many were left out because too many were open. `act` doesn't reject.
 */
export async function atRate({ rate, seconds }, act) {
  const began = performance.now();
  const total = Math.max(1, Math.round(rate * seconds));
  const dueAt = (index) => began + (index / rate) * 1000;
  let [open, sent, left] = [0, 0, 0];
  const one = async (due) => {
    open += 1;
    await act(due);
    open -= 1;
  };
  while (sent + left < total) {
    const now = performance.now();
    while (sent + left < total && dueAt(sent + left) <= now) {
      if (open >= most) left += 1;
      else {
        void one(dueAt(sent + left));
        sent += 1;
      }
    }
    await pause(2);
  }
  while (open > 0) await pause(2);
  return { sent, left };
}
