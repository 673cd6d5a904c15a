// The types of published adapters are assignable to ours without a cast.
import { D1Adapter } from "@auth/d1-adapter";
import { DrizzleAdapter } from "@auth/drizzle-adapter";
import { DynamoDBAdapter } from "@auth/dynamodb-adapter";
import { KyselyAdapter } from "@auth/kysely-adapter";
import { MikroOrmAdapter } from "@auth/mikro-orm-adapter";
import PostgresAdapter from "@auth/pg-adapter";
import { PrismaAdapter } from "@auth/prisma-adapter";
import SequelizeAdapter from "@auth/sequelize-adapter";
import { TypeORMAdapter } from "@auth/typeorm-adapter";
import { UnstorageAdapter } from "@auth/unstorage-adapter";
import { UpstashRedisAdapter } from "@auth/upstash-redis-adapter";
import type { Adapter as PeerAdapter } from "@auth/core/adapters";
import type { Adapter } from "../../dist/adapters/index.js";
import { PrismaAdapter as OwnPrismaAdapter } from "../../dist/adapters/prisma/index.js";
import type { PrismaClient } from "./node_modules/.generated-postgres/index.js";

type Result<Make extends (...args: never[]) => unknown> = ReturnType<Make>;

export function assignable(adapters: {
  d1: Result<typeof D1Adapter>;
  drizzle: Result<typeof DrizzleAdapter>;
  dynamodb: Result<typeof DynamoDBAdapter>;
  kysely: Result<typeof KyselyAdapter>;
  mikroOrm: Result<typeof MikroOrmAdapter>;
  pg: Result<typeof PostgresAdapter>;
  prisma: Result<typeof PrismaAdapter>;
  sequelize: Result<typeof SequelizeAdapter>;
  typeorm: Result<typeof TypeORMAdapter>;
  unstorage: Result<typeof UnstorageAdapter>;
  upstash: Result<typeof UpstashRedisAdapter>;
  peer: PeerAdapter;
}): Adapter[] {
  const ours: Record<keyof typeof adapters, Adapter> = adapters;
  return Object.values(ours);
}

/** The client that prisma-own.test.mjs generates: its fields are in our types. */
export async function ownFields(prisma: PrismaClient): Promise<"ADMIN" | "MEMBER"> {
  const adapter = OwnPrismaAdapter(prisma);
  const user = await adapter.createUser({ email: "a@b.example", role: "ADMIN", visits: 1n });
  const born: Date | null = user.born;
  const id: string = user.id;
  // @ts-expect-error There is no such role.
  await adapter.updateUser({ id, role: "OWNER", born });
  return user.role;
}
