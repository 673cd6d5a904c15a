/** The response of a route: its content, or that it couldn't be used. */
export type Reply =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly dropped: boolean };

/** Calls a route. Failures are logged to the console and count as no response. */
export async function ask(url: string, init: RequestInit = {}): Promise<Reply> {
  try {
    const response = await fetch(url, { cache: "no-store", ...init });
    const body: unknown = await response.json();
    if (response.ok) return { ok: true, body };
    report(`${url} responded with status ${response.status}.`);
  } catch (error) {
    if (!init.signal?.aborted) report(`${url} can’t be reached.`, error);
  }
  return { ok: false, dropped: init.signal?.aborted ?? false };
}

/** The value of a JSON text; undefined if it's none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Tells the developer, on the console. */
export function report(message: string, error?: unknown): void {
  // oxlint-disable-next-line no-console -- in a browser there is nowhere else to tell
  console.error(`[latchkey] ${message}`, ...(error === undefined ? [] : [error]));
}
