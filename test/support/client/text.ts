import type { Session } from "latchkey";

/** What a component shows of the session. */
export function textOf(known: { readonly data: Session | null; readonly status: string }): string {
  return [known.status, known.data?.user?.name].filter(Boolean).join(" ");
}
