import type { Response } from "express";

/** A page with a script says so in its policy. */
export function allowScript(res: Response): void {
  const policy = String(res.get("Content-Security-Policy"));
  res.set("Content-Security-Policy", `${policy}; script-src 'self'; connect-src 'self'`);
}
