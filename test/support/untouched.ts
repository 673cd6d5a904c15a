/** What every test file finds, and must leave, as it is: the next one in the same process uses it. */
export const untouched = {
  Date: globalThis.Date,
  fetch: globalThis.fetch,
  setTimeout: globalThis.setTimeout,
};
