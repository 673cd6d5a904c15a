import type { H3EventContext } from "h3";
import type { NitroRouteRules } from "nitropack/types";

// As a route of the application reads it, without declaring anything itself.
export async function plan({ auth }: H3EventContext): Promise<"free" | undefined> {
  return (await auth.session())?.plan;
}

export async function user({ auth }: H3EventContext): Promise<string | undefined> {
  return (await auth.session())?.user?.id;
}

export const rules: Readonly<Record<string, NitroRouteRules>> = {
  "/members/**": { requireUser: true },
  "/cart/**": { requireUser: { guests: true } },
};
