/** How often a session was presented in this process. */
export function GET() {
  return Response.json({ reads: globalThis.sessionReads ?? 0 });
}

export const dynamic = "force-dynamic";
