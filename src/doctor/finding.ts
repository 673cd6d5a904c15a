import type { Finding } from "../types/finding.js";

export function fine(about: string, message: string): Finding {
  return { level: "ok", about, message };
}

export function warning(about: string, message: string, cure: string): Finding {
  return { level: "warning", about, message, cure };
}

export function wrong(about: string, message: string, cure: string): Finding {
  return { level: "error", about, message, cure };
}
