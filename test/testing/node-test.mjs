// Run by sign-in-as.test.ts on the built package: the kit needs no test runner of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Auth } from "latchkey";
import { MemoryAdapter } from "latchkey/adapters/memory";
import { signInAs } from "latchkey/testing";

const common = { secret: process.env["AUTH_SECRET"], trustHost: true, providers: [] };
const configs = { jwt: common, database: { ...common, adapter: MemoryAdapter() } };

for (const [strategy, config] of Object.entries(configs)) {
  test(`signInAs with ${strategy} sessions`, async () => {
    const { headers } = await signInAs(config, { email: "ada@example.com", name: "Ada" });
    const request = new Request("http://localhost:3000/auth/session", { headers });
    const session = await (await Auth(request, config)).json();
    assert.equal(session.user.name, "Ada");
  });
}
