// A page for each error, from docs/errors.md, which is generated from the error classes.

export function errorPages(page) {
  const [, ...sections] = page.split(/^## /m);
  return sections.map((section) => {
    const [name = "", ...rest] = section.split("\n");
    const text = rest
      .join("\n")
      .trim()
      .replace(/\[(\w+)\]\(#\w+\)/g, "[$1]($1.md)");
    return [`error/${name}.md`, `# ${name}\n\n${text}\n\nAll of them: [errors](../errors.md).\n`];
  });
}
