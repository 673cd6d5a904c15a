import { environment } from "../visit/environment.js";
import type { KitEvent } from "./kit.js";

/**
 * Whether the site is where adapter-node was told that it is: at `ORIGIN`, or at the host in the header that
 * `HOST_HEADER` names.
 */
export function isHostTrusted({ url, request }: KitEvent): boolean {
  const { ORIGIN, HOST_HEADER } = environment();
  if (ORIGIN) return URL.canParse(ORIGIN) && new URL(ORIGIN).origin === url.origin;
  const host = HOST_HEADER && request.headers.get(HOST_HEADER);
  return (
    Boolean(host) && URL.canParse(`http://${host}`) && hostIn(`http://${host}`) === url.hostname
  );
}

function hostIn(address: string): string {
  return new URL(address).hostname;
}
