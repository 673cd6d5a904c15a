import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import {
  deepFreeze,
  effectiveEndpoint,
  loadCatalogue,
  providerFiles,
  readFacts,
  signInThroughHooks,
} from "../../test/support/provider-catalogue.js";
import type { Provider } from "../types/providers.js";

const catalogue = await loadCatalogue();

describe("the catalogue", () => {
  it("has facts and a sample for every provider file, and a file for every fact", () => {
    expect(readFacts().map(({ file }) => file)).toEqual(expect.arrayContaining(providerFiles()));
    expect(providerFiles()).toHaveLength(readFacts().length);
  });

  it("has no two providers with one id", () => {
    const ids = catalogue.map(({ factory }) => factory().id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("is written down in ids.ts and docs/providers.md as it is", () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const check = () =>
      execFileSync(process.execPath, ["scripts/generate/providers.mjs", "--check"], { cwd: root });
    expect(check).not.toThrow();
  });
});

describe.each(catalogue.map((entry) => ({ ...entry, id: entry.facts.id })))("$id", (entry) => {
  const { factory, facts, options } = entry;

  it("is made by a function that needs no options", () => {
    expect(factory.name).toBe(facts.export);
    const provider: Provider = factory;
    for (const made of [factory(), factory({})]) {
      expect(made).toMatchObject({ id: facts.id, name: facts.name, type: facts.type });
    }
    expect(provider).toBe(factory);
  });

  it("knows its issuer and its endpoints", () => {
    const made = factory(options);
    expect(made.issuer).toBe(facts.issuer);
    expect(effectiveEndpoint(made.authorization)).toEqual(facts.authorization);
    expect(effectiveEndpoint(made.token)).toEqual(facts.token);
    expect(effectiveEndpoint(made.userinfo)).toEqual(facts.userinfo);
  });

  it("checks responses and proves the client as the provider wants", () => {
    const made = factory(options);
    expect(made.checks).toEqual(facts.checks);
    expect(made.client).toEqual(facts.client);
    expect("idToken" in made ? made.idToken : undefined).toBe(facts.idToken);
  });

  it("passes the options on and changes none of them", () => {
    const given = deepFreeze(structuredClone(options));
    expect(factory(given).options).toMatchObject({ clientId: "client", clientSecret: "secret" });
    expect(given).toEqual(options);
  });

  it("has a color", () => {
    expect(factory().style?.brandColor).toMatch(/^#[0-9a-f]{6}$/);
  });

  it("makes the user out of what the provider answers, and leaves that untouched", async () => {
    const { user } = await signInThroughHooks(entry);
    expect(user).toEqual(entry.sample.user);
  });
});
