/** The same members without those that are undefined: an update leaves them as they are. */
export function present<T extends object>(members: T): Partial<T> {
  const copy: Partial<T> = { ...members };
  for (const name in copy) {
    if (copy[name] === undefined) delete copy[name];
  }
  return copy;
}
