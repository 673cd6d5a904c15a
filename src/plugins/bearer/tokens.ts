import { randomText } from "../../core/crypto/random.js";
import type { App } from "../../core/plugin.js";
import type { BearerSettings } from "./options.js";

export interface BearerDeps {
  readonly app: App;
  readonly settings: BearerSettings;
}

/** The prefixes of access and refresh tokens. */
export const prefixes = { access: "lka_", refresh: "lkr_" } as const;

/** The content of an access token. */
export interface Access {
  /** Id of the row. */
  readonly id: string;
  /** Of the session. */
  readonly session: string;
}

export const newId = (): string => randomText(16);

export async function sealAccess({ app, settings }: BearerDeps, access: Access): Promise<string> {
  return prefixes.access + (await app.seal("access", access, settings.accessMaxAge));
}

export async function openAccess({ app }: BearerDeps, token: string): Promise<Access | null> {
  const claims = await app.open("access", token.slice(prefixes.access.length));
  if (!claims) return null;
  const { id, session } = claims;
  return typeof id === "string" && typeof session === "string" ? { id, session } : null;
}

/** A refresh token of a session. Only the newest one works. */
export interface Refresh {
  readonly id: string;
  readonly version: number;
}

export async function sealRefresh(
  { app, settings }: BearerDeps,
  refresh: Refresh,
): Promise<string> {
  return prefixes.refresh + (await app.seal("refresh", refresh, settings.refreshMaxAge));
}

export async function openRefresh({ app }: BearerDeps, token: string): Promise<Refresh | null> {
  if (!token.startsWith(prefixes.refresh)) return null;
  const claims = await app.open("refresh", token.slice(prefixes.refresh.length));
  if (!claims) return null;
  const { id, version } = claims;
  return typeof id === "string" && typeof version === "number" ? { id, version } : null;
}

/** Seals a session for its row. It doesn't expire before the row does. */
export function sealSession({ app, settings }: BearerDeps, session: string): Promise<string> {
  return app.seal("session", { session }, settings.refreshMaxAge);
}

export async function openSession({ app }: BearerDeps, sealed: string): Promise<string | null> {
  const session = (await app.open("session", sealed))?.["session"];
  return typeof session === "string" ? session : null;
}
