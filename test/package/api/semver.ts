/**
 * What a release may change, by semantic versioning. A pre-release may do what its version may, and
 * break the pre-release before it; the version itself breaks none of them.
 */
export interface Upgrade {
  /** The version that was released last. */
  readonly from: string;
  readonly to: string;
  readonly breaking: readonly string[];
  readonly changelog: string;
}

/** Says why a release can't have these changes; undefined if it can. */
export function refusalOf({ from, to, breaking, changelog }: Upgrade): string | undefined {
  if (breaking.length === 0) return undefined;
  const list = breaking.slice(0, 20).join("\n");
  const isTrial = from.includes("-") && to.includes("-");
  if (lineOf(from) === lineOf(to) && !isTrial) {
    return `Breaking since ${from}, so the version can't be ${to}:\n${list}`;
  }
  const [, section = ""] = changelog.split(/^## (?=Unreleased|\d)/m);
  if (/^### Breaking changes$/m.test(section)) return undefined;
  return `The newest section of CHANGELOG.md needs "### Breaking changes". Breaking since ${from}:\n${list}`;
}

/** Versions of one line are compatible: those of a major version, and before 1.0 those of a minor one. */
function lineOf(version: string): string {
  const [major = "", minor = ""] = version.split(/[.-]/);
  return major === "0" ? `0.${minor}` : major;
}
