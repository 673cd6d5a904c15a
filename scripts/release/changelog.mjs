/**
 * The changelog, with its newest section named after the version that is released: "Unreleased", or
 * the section of a candidate of that version.
 */
export function nameSection(changelog, version) {
  const [heading = ""] = /^## .*$/m.exec(changelog) ?? [];
  const named = heading.replace(/^## /, "");
  const isOfVersion = named === version || named.startsWith(`${version}-`);
  if (!isOfVersion && !/^Unreleased\b/.test(named)) {
    throw new Error(
      `The newest section of CHANGELOG.md is "${named}". Add one above it, "## Unreleased", that says what ${version} changes.`,
    );
  }
  return changelog.replace(heading, () => `## ${version}`);
}
