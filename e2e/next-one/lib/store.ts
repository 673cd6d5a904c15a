import { createMemoryStore, MemoryAdapter } from "latchkey/adapters/memory";
import { EOL } from "node:os";

declare global {
  var oneStore: ReturnType<typeof createMemoryStore> | undefined;
}

/** Stands in for a database. Like a driver it needs Node.js, so that no edge function can hold it. */
export function openStore() {
  if (!globalThis.oneStore) process.stdout.write(`The store is opened.${EOL}`);
  globalThis.oneStore ??= createMemoryStore();
  return MemoryAdapter(globalThis.oneStore);
}
