/** Places where Next.js has no request, matched by its error message, and what to do there. */
const refusals: readonly (readonly [place: RegExp, cure: string])[] = [
  [
    /"use cache"/,
    'auth() can\'t be called inside "use cache", because what is cached is shown to everyone. Call auth() outside and pass what you need as an argument, or write "use cache: private".',
  ],
  [
    /unstable_cache\(/,
    "auth() can't be called inside unstable_cache(), because what is cached is shown to everyone. Call auth() outside and pass what you need as an argument.",
  ],
  [
    /after\(\)/,
    "auth() can't be called inside after() while a page is rendered. Call auth() before after(), and use the session in it.",
  ],
];

/**
 * The headers of the current request. Outside of a request, Next.js shows its own error even if
 * another is thrown, so its message is extended with what to do.
 */
export async function incomingHeaders(): Promise<Headers> {
  const { headers } = await import("next/headers.js");
  try {
    return await headers();
  } catch (error) {
    if (error instanceof Error) {
      const [, cure] = refusals.find(([place]) => place.test(error.message)) ?? [];
      if (cure !== undefined && !error.message.startsWith(cure)) {
        error.message = `${cure} (${error.message})`;
      }
    }
    throw error;
  }
}
