import type { GuardOptions } from "../visit/guard.js";

/** The module's options and findings. */
export interface Facts {
  /** The file with the configuration. */
  readonly config: string;
  readonly basePath: string;
}

const text = JSON.stringify;

/** Both parts of the server need the same instance. */
export const server = ({ config, basePath }: Facts): string => `
import { useRuntimeConfig } from "#imports";
import { NuxtServerAuth } from "latchkey/nuxt/server";
import config from ${text(config)};

const { app, nitro } = useRuntimeConfig();
const { baseURL } = app;
const { routeRules } = nitro;
export const auth = NuxtServerAuth(config, { basePath: ${text(basePath)}, baseURL, routeRules });
`;

export const serverPlugin = (): string => `
import { auth } from "#latchkey/server";

export default ({ hooks }) => {
  hooks.hook("request", auth.begin);
};
`;

export const serverHandler = (): string => `
import { defineEventHandler } from "#imports";
import { auth } from "#latchkey/server";

export default defineEventHandler(auth.handler);
`;

/** The session is read while the page is rendered, and sent with it. */
export const plugin = ({ basePath }: Facts): string => `
import { defineNuxtPlugin, useRequestEvent, useState } from "#imports";
import { provideSession, readKnownSession } from "latchkey/nuxt/app";

export default defineNuxtPlugin({
  name: "latchkey",
  async setup({ vueApp }) {
    const known = useState("latchkey", () => ({ basePath: ${text(basePath)} }));
    const event = useRequestEvent();
    if (event) known.value = await readKnownSession(event, ${text(basePath)});
    provideSession(vueApp, known.value);
  },
});
`;

/**
 * A page that the server has sent was checked there. Nuxt runs it once more to render the error page of an outage:
 * it isn't found out again then, and not logged twice.
 */
export const routeMiddleware = (options: GuardOptions): string => `
import {
  abortNavigation,
  createError,
  defineNuxtRouteMiddleware,
  navigateTo,
  useError,
  useNuxtApp,
  useRequestEvent,
  useRouter,
} from "#imports";
import { askPassage } from "latchkey/nuxt/app";

export default defineNuxtRouteMiddleware(async (to) => {
  const nuxt = useNuxtApp();
  const event = useRequestEvent(nuxt);
  if (!event && nuxt.isHydrating && nuxt.payload.serverRendered) return;
  const error = useError().value;
  if (event && error?.statusCode === 503) return abortNavigation(error);
  const { status, location, message } = await askPassage(event, useRouter().resolve(to.fullPath).href, ${text(options)});
  if (status === 200) return;
  return nuxt.runWithContext(() =>
    status === 302
      ? navigateTo(location, { external: true })
      : abortNavigation(createError({ statusCode: status, message, fatal: true })),
  );
});
`;

/** A file that isn't TypeScript may have no types to register. */
const registered = (config: string): string =>
  /\.m?ts$/.test(config)
    ? `import type config from ${text(config.replace(/\.m?ts$/, ""))};

declare module "latchkey/types" {
  interface Register {
    config: typeof config;
  }
}`
    : "";

export const types = ({ config }: Facts): string => `
import type { RequestAuth } from "latchkey/h3";
${registered(config)}

interface LatchkeyRule {
  /** True requires a signed-in user, \`{ guests: true }\` a user or a guest. False opens a part of what is protected. */
  requireUser?: boolean | { guests: boolean };
}

declare module "h3" {
  interface H3EventContext {
    auth: RequestAuth;
  }
}
declare module "nitropack/types" {
  interface NitroRouteConfig extends LatchkeyRule {}
  interface NitroRouteRules extends LatchkeyRule {}
}
declare module "nitropack" {
  interface NitroRouteConfig extends LatchkeyRule {}
  interface NitroRouteRules extends LatchkeyRule {}
}
`;
