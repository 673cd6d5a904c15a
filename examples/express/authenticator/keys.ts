import type { Request, Response } from "express";
import { readKey } from "./totp.js";

/** A key that this browser keeps for somebody. */
export interface Key {
  readonly of: string;
  readonly key: string;
}

const cookie = "demo-authenticator";
const most = 5;

/** The keys of this browser, as it sent them. */
export function keysOf(req: Request): readonly Key[] {
  const pairs = (req.get("cookie") ?? "").split(";").map((pair) => pair.trim().split("="));
  const value = pairs.find(([name]) => name === cookie)?.[1] ?? "";
  return [...new URLSearchParams(decode(value))].flatMap(([key, of]) =>
    readKey(key) === key ? [{ key, of }] : [],
  );
}

/** They stay in the browser, as those of a real app stay on the phone. */
export function keepKeys(res: Response, keys: readonly Key[]): void {
  const kept = new URLSearchParams(keys.slice(0, most).map(({ key, of }) => [key, of]));
  const options = { path: "/authenticator", httpOnly: true, sameSite: "strict" } as const;
  if (keys.length === 0) res.clearCookie(cookie, options);
  else res.cookie(cookie, kept.toString(), { ...options, maxAge: 365 * 24 * 60 * 60 * 1000 });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
