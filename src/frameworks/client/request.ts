/** The answer of a route: what it holds, or that there is none to go by. */
export type Answer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly dropped: boolean };

/** Asks a route. What goes wrong is told on the console, and is no answer. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answer> {
  try {
    const response = await fetch(url, { cache: "no-store", ...init });
    const body: unknown = await response.json();
    if (response.ok) return { ok: true, body };
    report(`${url} answered with the status ${response.status}.`);
  } catch (error) {
    if (!init.signal?.aborted) report(`${url} could not be asked.`, error);
  }
  return { ok: false, dropped: init.signal?.aborted ?? false };
}

export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

export function textOf(value: unknown, name: string): string | undefined {
  const text = memberOf(value, name);
  return typeof text === "string" ? text : undefined;
}

/** Tells the developer, who is the only one to see the console. */
export function report(message: string, error?: unknown): void {
  // oxlint-disable-next-line no-console -- in a browser there is nowhere else to tell
  console.error(`[latchkey] ${message}`, ...(error === undefined ? [] : [error]));
}
