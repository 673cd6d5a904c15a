/** An answer in place of the provider's own, for a `conform` hook to return. */
export function jsonResponse(body: unknown, status = 200): Response {
  // oxlint-disable-next-line house/no-response -- it stands in for the provider's response and never reaches a browser
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json" },
  });
}
