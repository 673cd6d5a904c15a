import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { texts } from "../../src/core/diagnosis/texts.js";
import { root } from "./packed.js";

/** The files that every server loads, or every sign-in. */
const loadedAnyway = /^(?:core|sign-in-and-out|oauth|errors)-/;

function filesWith(text: string): string[] {
  const folder = join(root, "dist");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return files.filter(
    (name) => name.endsWith(".js") && readFileSync(join(folder, name), "utf8").includes(text),
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
  ["what can be wrong with a configuration", "The Host header isn't trusted"],
  ["what can be wrong with a provider", "which a server can't receive"],
  ["whose an account is, where nobody is stored", "who never signed in with this provider"],
  ["events", "x-request-id"],
  ["the doctor", "latchkey-doctor-"],
  ["counters of wrong tries", "perNameAndDay"],
  ["spans", "/{provider}"],
  ["cookies of next-auth 4", "NextAuth.js Generated Encryption Key"],
  ["languages", "widening"],
])("a server loads nothing of %s before it is needed", (_, text) => {
  const files = filesWith(text);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((name) => loadedAnyway.test(basename(name)))).toEqual([]);
});
