import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

/** Serves an application of Express, or any other listener, until the test is over. */
export async function serve(listener) {
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${server.address().port}`;
}
