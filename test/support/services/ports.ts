import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** A loopback port nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No TCP port was given.");
  return address.port;
}

/** Whether something accepts connections there. */
export async function isListening(port: number, host = "127.0.0.1"): Promise<boolean> {
  const socket = connect({ port, host, timeout: 1000 });
  try {
    await Promise.race([
      once(socket, "connect"),
      once(socket, "timeout").then(() => Promise.reject(new Error("timeout"))),
    ]);
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Repeats `probe` until it holds or the time is up. */
export async function eventually(probe: () => Promise<boolean>, milliseconds: number) {
  const end = Date.now() + milliseconds;
  while (Date.now() < end) {
    if (await probe()) return true;
    await pause(50);
  }
  return false;
}
