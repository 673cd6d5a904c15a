import { redirect } from "@tanstack/react-router";
import { createMiddleware, createServerFn } from "@tanstack/react-start";
import { requireUser, requireUserOrGuest } from "latchkey/tanstack-start";

export const signedIn = createMiddleware().server(requireUser);
export const here = createMiddleware().server(requireUserOrGuest);

export const whoAmI = createServerFn().handler(async ({ context }) => {
  const session = await context.auth.session();
  return session?.user?.name ?? "nobody";
});

export const secretOf = createServerFn()
  .middleware([signedIn])
  .handler(async ({ context }) => `The secret of ${(await context.auth.session())?.user?.name}`);

export const enter = createServerFn({ method: "POST" })
  .validator((form: FormData) => form)
  .handler(({ context, data }) => context.auth.signIn("credentials", data));

export const leave = createServerFn({ method: "POST" }).handler(({ context }) =>
  context.auth.signOut({ redirectTo: "/open" }),
);

export const leaveAndGo = createServerFn({ method: "POST" }).handler(async ({ context }) => {
  // oxlint-disable-next-line typescript/only-throw-error -- as TanStack Router has it
  throw redirect({ href: await context.auth.signOut({ redirectTo: "/open" }) });
});
