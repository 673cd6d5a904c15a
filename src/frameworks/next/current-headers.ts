/** The headers object that Next.js gives out in the course of this request, if there is one. */
export async function currentHeaders(): Promise<Headers | undefined> {
  try {
    const { headers } = await import("next/headers.js");
    return await headers();
  } catch (error) {
    // Next.js tells itself by such errors that a page can not be made in advance.
    if (typeof error === "object" && error !== null && "digest" in error) throw error;
    return undefined;
  }
}
