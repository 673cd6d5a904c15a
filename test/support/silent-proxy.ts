import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** A way to a server through which connections can die as they do when a machine is gone: without a word. */
export interface SilentProxy {
  /** The same URL by way of the proxy. */
  readonly url: string;
  /** From now on nothing comes through on the connections there are; new ones are well. */
  silence(): void;
  /** How many connections are open. */
  open(): number;
  close(): Promise<void>;
}

export async function silentProxy(target: string): Promise<SilentProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const socket of pair) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    near.on("close", () => {
      far.destroy();
      sockets.delete(near);
      pairs.delete(pair);
    });
    far.on("close", () => sockets.delete(far));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No TCP port was given.");
  const url = new URL(target);
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe();
        far.unpipe();
        for (const socket of [near, far]) socket.on("data", () => undefined).resume();
      }
    },
    open: () => pairs.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
