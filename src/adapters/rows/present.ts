/** The same members without undefined ones: an update doesn't change those. */
export function present<T extends object>(members: T): Partial<T> {
  const copy: Partial<T> = { ...members };
  for (const name in copy) {
    if (copy[name] === undefined) delete copy[name];
  }
  return copy;
}
