import type { Settings } from "../config/settings.js";
import type { InquiryContext } from "../flow.js";

export type InquirySettings = Pick<Settings, "keys" | "timeout" | "origin" | "basePath">;

/** The context for calling a provider outside of a request: the site is known if its URL is configured. */
export function inquiry({ keys, timeout, origin, basePath }: InquirySettings): InquiryContext {
  const site = origin === null ? undefined : { origin, basePath };
  return { keys, timeout, now: Date.now(), ...(site && { site }) };
}
