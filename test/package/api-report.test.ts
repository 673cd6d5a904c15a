import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareReports, format } from "./api/compare.js";
import { refusalOf } from "./api/semver.js";
import { signatures } from "./api/signatures.js";
import { surface } from "./api/surface.js";
import { manifestIn, packAndInstall, root, subpaths } from "./packed.js";

const packed = await packAndInstall();

const read = (name: string) => readFile(join(root, name), "utf8");

/** Fails with what changed and how much it matters. `npm run api` writes the file anew. */
async function expectReport(name: string, report: string): Promise<void> {
  const file = join(root, "api", name);
  const former = await read(`api/${name}`).catch(() => "");
  const { breaking, additive } = compareReports(former, report);
  const summary = [`breaking: ${breaking.length}`, ...breaking, `additive: ${additive.length}`];
  const message = [`api/${name} is out of date: npm run api`, ...summary, ...additive].join("\n");
  await expect(report, message).toMatchFileSnapshot(file);
}

describe("the public API", () => {
  it("has the entry points, names and signatures of api/types.txt", async () => {
    const files = Array.from(
      await subpaths(packed.files),
      ([door, file]) =>
        [`latchkey${door.slice(1)}`, join(packed.folder, file.replace(/\.js$/, ".d.ts"))] as const,
    );
    await expectReport("types.txt", format(signatures(files)));
  }, 120_000);

  it("has the routes, cookies, tables, variables, errors and commands of api/surface.txt", async () => {
    await expectReport("surface.txt", format(await surface()));
  }, 120_000);
});

const before = format([
  { key: "latchkey Auth", text: "= Auth" },
  { key: "Auth()", text: "(request: Request): Response" },
  { key: "Options", text: "" },
  { key: "Options.name", text: "name?: string" },
  { key: "Session", text: " (returned)" },
  { key: "Session.user", text: "readonly user: User" },
  { key: "Code", text: '| "one"' },
  { key: "answer GET session", text: "200 application/json" },
  { key: "answer GET session.user", text: "string" },
  { key: 'column sqlite "User"."id"', text: '"id" text not null' },
]);
const with_ = (key: string, text: string) => `${before}${key}\t${text}\n`;

describe("a change of the public API", () => {
  it.each([
    ["an option that may be left out", "Options.url", "readonly url?: string"],
    ["something more that we return", "Session.expires", "expires: string"],
    ["another overload", "Auth()", "(request: Request, config: Config): Response"],
    ["another entry point", "latchkey/new make", "= make"],
    ["another type", "Other.member", "member: string"],
    ["an optional column", 'column sqlite "User"."bio"', '"bio" text'],
    ["a column with a default", 'column sqlite "User"."n"', '"n" bigint default 0 not null'],
    ["another word of a list", "Code", '| "two"'],
    ["a member of an answer", "answer GET session.expires", "string"],
    ["another table", 'column sqlite "Team"."id"', '"id" text not null'],
  ])("is additive: %s", (_, key, text) => {
    expect(compareReports(before, with_(key, text))).toEqual({
      breaking: [],
      additive: [`+ ${key} ${text}`],
    });
  });

  it.each([
    ["an option that must be there", with_("Options.url", "url: string")],
    ["a column that must have a value", with_('column sqlite "User"."n"', '"n" bigint not null')],
    ["a member that is gone", before.replace(/^Session\.user.*\n/m, "")],
    ["an entry point that is gone", before.replace(/^latchkey Auth.*\n/m, "")],
    ["a word that is gone", before.replace(/^Code.*\n/m, "")],
    ["another status", before.replace("200 application/json", "204 nothing")],
    ["a member of an answer that is gone", before.replace(/^answer GET session\.user.*\n/m, "")],
    ["another signature", before.replace("): Response", "): Promise<Response>")],
    ["an option that must be there now", before.replace("name?:", "name:")],
  ])("is breaking: %s", (_, after) => {
    expect(compareReports(before, after).breaking).not.toEqual([]);
  });

  it("is none where lines stand in another order", () => {
    const lines = before.trimEnd().split("\n").reverse();
    expect(compareReports(before, `${lines.join("\n")}\n`)).toEqual({ breaking: [], additive: [] });
  });
});

describe("the version of the package", () => {
  it.each(["types.txt", "surface.txt"])(
    "allows what changed in api/%s since the last release",
    async (name) => {
      // `npm run release` writes what was released. Before the first release there is none.
      const from = await read("api/released/version.txt").catch(() => "0.0.0");
      const released = await read(`api/released/${name}`).catch(() => "");
      const { breaking } = compareReports(released, await read(`api/${name}`));
      const { version: to } = await manifestIn(root);
      const changelog = await read("CHANGELOG.md");
      expect(refusalOf({ from: from.trim(), to: String(to), breaking, changelog })).toBeUndefined();
    },
  );

  const told = "# Changelog\n\n## Unreleased\n\n### Breaking changes\n\n- One.\n\n## 1.0.0\n";
  const untold = told.replace("### Breaking changes", "### Added");
  const breaking = ["- Session.user"];

  it.each([
    ["1.2.3", "1.3.0", []],
    ["1.2.3", "2.0.0", breaking],
    ["1.2.3", "2.0.0-rc.1", breaking],
    ["2.0.0-rc.1", "2.0.0-rc.2", breaking],
    ["0.1.0", "0.2.0", breaking],
  ])("from %s may become %s with %j", (from, to, changes) => {
    expect(refusalOf({ from, to, breaking: changes, changelog: told })).toBeUndefined();
  });

  it.each([
    ["1.2.3", "1.3.0", told],
    ["0.1.0", "0.1.1", told],
    ["2.0.0-rc.1", "2.0.0", told],
    ["1.2.3", "2.0.0", untold],
  ])("from %s may not become %s with a breaking change and %j", (from, to, changelog) => {
    expect(refusalOf({ from, to, breaking, changelog })).toContain("- Session.user");
  });
});
