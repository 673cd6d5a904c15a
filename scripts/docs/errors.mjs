// A page for each error, from docs/errors.md, which is made from the classes themselves.

export function errorPages(page) {
  const [, ...sections] = page.split(/^## /m);
  return sections.map((section) => {
    const [name = "", ...rest] = section.split("\n");
    const text = rest.join("\n").trim();
    return [`error/${name}.md`, `# ${name}\n\n${text}\n\nAll of them: [errors](../errors.md).\n`];
  });
}
