import { once } from "node:events";
import { DynamoDBAdapter } from "@auth/dynamodb-adapter";
import { DynamoDB } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocument } from "@aws-sdk/lib-dynamodb";
import dynalite from "dynalite";
import { afterAll, beforeAll, describe } from "vitest";
import { carries } from "./carries.mjs";
import { known } from "./known.mjs";

describe("@auth/dynamodb-adapter on dynalite", async () => {
  const server = dynalite({ createTableMs: 0 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = new DynamoDB({
    endpoint: `http://127.0.0.1:${server.address().port}`,
    region: "local",
    credentials: { accessKeyId: "none", secretAccessKey: "none" },
  });
  beforeAll(async () => {
    await client.createTable(table);
    while ((await client.describeTable(table)).Table.TableStatus !== "ACTIVE");
  });
  afterAll(() => {
    client.destroy();
    server.close();
  });

  // As the documentation of the package has it.
  const marshallOptions = {
    convertEmptyValues: true,
    removeUndefinedValues: true,
    convertClassInstanceToMap: true,
  };
  carries(DynamoDBAdapter(DynamoDBDocument.from(client, { marshallOptions })), known.dynamodb);
});

const throughput = { ReadCapacityUnits: 100, WriteCapacityUnits: 100 };
const keys = (hash, range) => [
  { AttributeName: hash, KeyType: "HASH" },
  { AttributeName: range, KeyType: "RANGE" },
];
const table = {
  TableName: "next-auth",
  AttributeDefinitions: ["pk", "sk", "GSI1PK", "GSI1SK"].map((AttributeName) => ({
    AttributeName,
    AttributeType: "S",
  })),
  KeySchema: keys("pk", "sk"),
  GlobalSecondaryIndexes: [
    {
      IndexName: "GSI1",
      KeySchema: keys("GSI1PK", "GSI1SK"),
      Projection: { ProjectionType: "ALL" },
      ProvisionedThroughput: throughput,
    },
  ],
  ProvisionedThroughput: throughput,
};
