// The types of published adapters are assignable to ours without a cast.
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { KyselyAdapter } from "@auth/kysely-adapter";
import PostgresAdapter from "@auth/pg-adapter";
import { UnstorageAdapter } from "@auth/unstorage-adapter";
import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter";
import type { Adapter as PeerAdapter } from "@auth/core/adapters";
import type { Adapter } from "../../dist/adapters/index.js";

type Result<Make extends (...args: never[]) => unknown> = ReturnType<Make>;

export function assignable(adapters: {
  drizzle: Result<typeof DrizzleAdapter>;
  kysely: Result<typeof KyselyAdapter>;
  pg: Result<typeof PostgresAdapter>;
  unstorage: Result<typeof UnstorageAdapter>;
  upstash: Result<typeof UpstashRedisAdapter>;
  peer: PeerAdapter;
}): Adapter[] {
  const ours: Record<keyof typeof adapters, Adapter> = adapters;
  return Object.values(ours);
}
