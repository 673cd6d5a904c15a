import type { CeremonyOptions } from "./ceremony.js";

/** The server returned no options. */
export class OptionsRefused extends Error {
  override name = "OptionsRefused";
  readonly status: number;
  /** The page where the user can fix it. */
  readonly url: string | undefined;

  constructor(status: number, body: unknown) {
    super(textIn(body, "error") ?? "Failed");
    this.status = status;
    this.url = textIn(body, "url");
  }
}

/** Asks the server for the options of a ceremony. */
export async function askOptions(
  optionsUrl: string,
  fields: Readonly<Record<string, string>>,
): Promise<CeremonyOptions> {
  const url = new URL(optionsUrl, location.href);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  const response = await fetch(url, { credentials: "same-origin" });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok && isCeremony(body)) return body;
  throw new OptionsRefused(response.status, body);
}

function isCeremony(body: unknown): body is CeremonyOptions {
  if (typeof body !== "object" || body === null || !("options" in body)) return false;
  return "action" in body && (body.action === "register" || body.action === "authenticate");
}

function textIn(body: unknown, name: string): string | undefined {
  const value: unknown =
    typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === "string" ? value : undefined;
}
