import { once } from "node:events";
import { createServer } from "node:http";
import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter";
import { Redis as UpstashRedis } from "@upstash/redis";
import { Redis } from "ioredis";
import { afterAll, describe } from "vitest";
import { freshRedisPrefix } from "../../test/support/services.ts";
import { carries } from "./carries.mjs";
import { known } from "./known.mjs";

const { skip, url, prefix } = await freshRedisPrefix();

describe.skipIf(skip)("@auth/upstash-redis-adapter on Redis, by HTTP", async () => {
  const redis = new Redis(url, { lazyConnect: true });
  const server = createServer((request, response) => void answer(redis, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    redis.disconnect();
    server.closeAllConnections();
    server.close();
  });

  const client = new UpstashRedis({
    url: `http://127.0.0.1:${server.address().port}`,
    token: "none",
    responseEncoding: false,
    enableTelemetry: false,
  });
  carries(UpstashRedisAdapter(client, { baseKeyPrefix: prefix }), known.upstash);
});

/** The REST interface of Upstash: a command, or a list of them at /pipeline, as JSON. */
async function answer(redis, request, response) {
  let text = "";
  for await (const chunk of request) text += chunk;
  const body = JSON.parse(text);
  const run = async ([name, ...args]) => {
    try {
      return { result: await redis.call(name, ...args.map(asText)) };
    } catch (error) {
      return { error: error.message };
    }
  };
  const isList = request.url.startsWith("/pipeline") || request.url.startsWith("/multi-exec");
  const answer = isList ? await Promise.all(body.map(run)) : await run(body);
  response.writeHead(answer.error ? 400 : 200, { "content-type": "application/json" });
  response.end(JSON.stringify(answer));
}

const asText = (value) => (typeof value === "string" ? value : JSON.stringify(value));
