import { startIdentity, type Identity } from "./identity/index.js";
import { startMailServer, type Inbox } from "./mail-server.js";
import { openStore, type Store } from "./store.js";

/** What the app works with. */
export interface Parts {
  readonly store: Store;
  readonly identity: Identity;
  readonly inbox: Inbox;
}

/** Opens the store that a URL names, and starts the two servers that a real site finds on the internet. */
export async function openParts(url?: string): Promise<Parts & { close(): Promise<void> }> {
  const store = await openStore(url);
  const [identity, inbox] = await Promise.all([startIdentity(), startMailServer()]);
  return {
    store,
    identity,
    inbox,
    async close() {
      await Promise.all([identity.close(), inbox.close()]);
      await store.close();
    },
  };
}
