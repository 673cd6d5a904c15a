import { textAt } from "../visit/shapes.js";

/**
 * The messages between providers on this page and in other tabs:
 * - `signed-out`: there is no session any more.
 * - `changed`: the session has changed; read it again.
 * - `seen`: this user is signed in; read again if you have another one.
 */
export type Message =
  | { readonly kind: "signed-out" | "changed" }
  | { readonly kind: "seen"; readonly who: string };

const name = "latchkey";

/** Notifies everyone else. A channel doesn't receive its own messages, so a provider passes its own. */
export function broadcast(message: Message, through?: BroadcastChannel): void {
  if (through) return through.postMessage(message);
  if (typeof window === "undefined" || typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(message);
  channel.close();
}

/** Listens until the channel is closed. */
export function listen(hear: (message: Message) => void): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data);
    if (message) hear(message);
  });
  return channel;
}

function readMessage(data: unknown): Message | undefined {
  const kind = textAt(data, "kind");
  if (kind === "signed-out" || kind === "changed") return { kind };
  const who = textAt(data, "who");
  return kind === "seen" && who !== undefined ? { kind, who } : undefined;
}
