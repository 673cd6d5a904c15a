import { createCsrfMiddleware, createMiddleware, createStart } from "@tanstack/react-start";
import { auth } from "./auth.server.js";
import { currentPlan } from "./plan.js";

/** An application that looks at bodies reads a copy. */
const look = createMiddleware().server(async ({ request, next }) => {
  if (currentPlan().parsesBodies) await request.clone().text();
  return next();
});
const ownSite = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === "serverFn" });
const signIn = createMiddleware().server(auth.middleware);

export const startInstance = createStart(() => ({ requestMiddleware: [look, ownSite, signIn] }));
