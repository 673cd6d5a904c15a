import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { texts } from "../../src/diagnosis/texts.js";
import { root } from "./packed.js";

/** The files that every server loads, or every sign-in. */
const loadedAnyway = /^(?:core|sign-in-and-out|oauth|errors)-/;

function chunksWith(text: string): string[] {
  const folder = join(root, "dist/chunks");
  return readdirSync(folder).filter((name) =>
    readFileSync(join(folder, name), "utf8").includes(text),
  );
}

it("no file but the door of languages holds one", () => {
  const files = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" });
  const holds = (name: string) =>
    name.endsWith(".js") &&
    readFileSync(join(root, "dist", name), "utf8").includes("Weitere Möglichkeiten");
  expect(files.filter(holds)).toEqual([join("languages", "index.js")]);
});

it.each([
  ["cures", texts.SessionTooLarge.cure.slice(0, 40)],
  ["what can be wrong with a configuration", "The host of requests is not trusted"],
  ["what can be wrong with a provider", "which no server can read"],
  ["whose an account is, where nobody is stored", "who never signed in with this provider"],
  ["events", "x-request-id"],
  ["the doctor", "latchkey-doctor-"],
  ["counters of wrong tries", "perNameAndDay"],
  ["spans", "/{provider}"],
  ["cookies of next-auth 4", "NextAuth.js Generated Encryption Key"],
  ["languages", "widening"],
])("a server loads nothing of %s before it is needed", (_, text) => {
  const chunks = chunksWith(text);
  expect(chunks.length).toBeGreaterThan(0);
  expect(chunks.filter((name) => loadedAnyway.test(name))).toEqual([]);
});
