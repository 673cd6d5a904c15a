import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSocketServer } from "node:net";

const usualPort = 3000;
const attempts = 50;

/** The port that the environment asks for. */
export function portFrom(text: string | undefined): number {
  if (text === undefined || text === "") return usualPort;
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new Error(`PORT is ${JSON.stringify(text)}; it must be a number from 0 to 65535.`);
}

/**
 * Listens on `wanted`, or on the first free port after it. Only this machine can reach it: the
 * passwords of the demo are no secret.
 */
export async function listenOnFreePort(
  app: RequestListener,
  wanted: number,
): Promise<{ server: Server; port: number }> {
  const last = Math.min(wanted + attempts, 65_535);
  for (let port = wanted; port <= last; port++) {
    if (!(await isFree(port))) continue;
    const server = createServer(app);
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return { server, port: portOf(server) };
  }
  throw new Error(`The ports ${wanted} to ${last} are all taken. Set PORT to one that is free.`);
}

/** A browser may take `localhost` for either address, so nothing else may listen on one of them. */
async function isFree(port: number): Promise<boolean> {
  const faults = [await tryListen(port, "127.0.0.1"), await tryListen(port, "::1")];
  const denied = faults.find((fault) => fault === "EACCES");
  if (denied) throw new Error(`Port ${port} needs special rights. Set PORT to one above 1023.`);
  return !faults.includes("EADDRINUSE");
}

/** The code of what went wrong, if anything. A machine without IPv6 has no `::1`; that is no hindrance. */
async function tryListen(port: number, host: string): Promise<string | undefined> {
  const probe = createSocketServer();
  try {
    probe.listen(port, host);
    await once(probe, "listening");
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : undefined;
  }
  probe.close();
  await once(probe, "close");
  return undefined;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
