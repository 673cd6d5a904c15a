/** Sets an entry as the newest. If there are too many, the oldest one is dropped. */
export function setNewest<T>(
  entries: Map<string, T>,
  [name, value]: readonly [string, T],
  most: number,
): void {
  entries.delete(name);
  entries.set(name, value);
  const [oldest] = entries.keys();
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}
