/** A response in place of the provider's, for a `conform` hook. */
export function jsonResponse(body: unknown, status = 200): Response {
  // oxlint-disable-next-line house/no-response -- it stands in for the provider's response and never reaches a browser
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
}
