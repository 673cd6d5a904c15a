// Parts of a page that a script writes stand between two comments.

/** The page with this in place of what is between the markers of that name. */
export function between(page, name, text) {
  const [first, last] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [start, end] = [page.indexOf(first), page.indexOf(last)];
  if (start === -1 || end < start) throw new Error(`The page has no part "${name}".`);
  return `${page.slice(0, start + first.length)}\n\n${text}\n\n${page.slice(end)}`;
}
