import { createMiddleware, createServerFn } from "@tanstack/react-start";
import { requireUser } from "latchkey/tanstack-start";

/** Who is signed in, for loaders: they run in the browser, too. */
export const getName = createServerFn().handler(async ({ context }) => {
  const session = await context.auth.session();
  return session?.user?.name ?? null;
});

export const signedIn = createMiddleware().server(requireUser);

export const getSecret = createServerFn()
  .middleware([signedIn])
  .handler(async ({ context }) => {
    const session = await context.auth.session();
    return `Only ${session?.user?.name} sees this.`;
  });
