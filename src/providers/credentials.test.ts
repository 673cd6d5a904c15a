import { expect, expectTypeOf, it } from "vitest";
import Credentials from "./credentials.js";

it("needs no options and lets nobody in", async () => {
  const provider = Credentials();
  expect(provider).toMatchObject({
    id: "credentials",
    name: "Credentials",
    type: "credentials",
    credentials: {},
    options: {},
  });
  expect(await provider.authorize({}, new Request("https://app.example"))).toBeNull();
});

it("passes the options on and knows the names of the fields", () => {
  const provider = Credentials({
    credentials: { username: { label: "Username" }, password: { type: "password" } },
    authorize(credentials) {
      expectTypeOf(credentials).toEqualTypeOf<{
        readonly username: string;
        readonly password: string;
      }>();
      return credentials.username === "" ? null : { id: credentials.username };
    },
  });
  expect(provider.options?.credentials).toEqual({
    username: { label: "Username" },
    password: { type: "password" },
  });
});
