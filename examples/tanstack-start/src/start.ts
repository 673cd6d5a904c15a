import { createCsrfMiddleware, createMiddleware, createStart } from "@tanstack/react-start";
import { auth } from "./auth.server.js";

const ownSite = createCsrfMiddleware({ filter: ({ handlerType }) => handlerType === "serverFn" });
const signIn = createMiddleware().server(auth.middleware);

export const startInstance = createStart(() => ({ requestMiddleware: [ownSite, signIn] }));
