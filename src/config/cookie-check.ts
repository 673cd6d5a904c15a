import { isCookieName } from "../cookies/serialize.js";
import { AuthError } from "../errors.js";
import type { CookieOption } from "../types/cookies.js";

/** The first cookie that no browser would keep (RFC 6265bis, section 4.1.3), and why. */
export function findCookieProblem(cookies: readonly CookieOption[]): AuthError | undefined {
  for (const cookie of cookies) {
    const why = whyRefused(cookie);
    if (why !== undefined) {
      return new AuthError(
        `Browsers would not keep the cookie ${JSON.stringify(cookie.name)}: ${why}. Change it in the option \`cookies\`, or leave the name out there to have one that fits.`,
      );
    }
  }
  return undefined;
}

function whyRefused({ name, options }: CookieOption): string | undefined {
  if (!isCookieName(name)) return "its name is empty or holds characters that no name may have";
  // Browsers look at the prefix without regard to case.
  const [prefix] = /^__(?:host|secure)-/i.exec(name) ?? [];
  if (prefix === undefined) return undefined;
  if (options.secure !== true) return `with the prefix ${prefix} it needs \`secure\``;
  if (!/host/i.test(prefix)) return undefined;
  if (options.domain !== undefined) return `with the prefix ${prefix} it must have no \`domain\``;
  return options.path === "/" ? undefined : `with the prefix ${prefix} its \`path\` must be "/"`;
}
