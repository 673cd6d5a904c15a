import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const script = join(
  fileURLToPath(new URL("../..", import.meta.url)),
  "scripts/release/changelog.mjs",
);

/** Runs the function of the release script, which is JavaScript and has no types. */
function nameSection(changelog: string, version: string): string {
  const code = `import { nameSection } from ${JSON.stringify(script)};
    process.stdout.write(nameSection(...JSON.parse(process.argv[1])));`;
  const args = ["--input-type=module", "-e", code, "--", JSON.stringify([changelog, version])];
  return execFileSync(process.execPath, args, { encoding: "utf8", stdio: "pipe" });
}

const before = "# Changelog\n\nWhat you must know.\n\n";
const older = "\n\n- Two.\n\n## 0.9.0\n\n- One.\n";

describe("a release names the newest section of the changelog", () => {
  it.each([
    ["1.0.0", "Unreleased"],
    ["1.0.0", "Unreleased (1.0.0)"],
    ["1.0.0", "1.0.0-rc.1"],
    ["1.0.0-rc.1", "1.0.0-rc.1"],
  ])("%s, where it was called %s", (version, heading) => {
    const named = nameSection(`${before}## ${heading}${older}`, version);
    expect(named).toBe(`${before}## ${version}${older}`);
  });

  it.each([
    ["1.0.0-rc.2", "1.0.0-rc.1"],
    ["1.0.1", "1.0.0"],
  ])("and refuses %s, where nothing is told since %s", (version, heading) => {
    const release = () => nameSection(`${before}## ${heading}${older}`, version);
    expect(release).toThrow('"## Unreleased"');
  });
});
