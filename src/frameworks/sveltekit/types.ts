import type { Described, RegisteredSession } from "../../types/infer.js";
import type { Session } from "../../types/session.js";
import type { FrameworkConfig, Source } from "../visit/prepare.js";
import type { LocalsAuth } from "../visit/types.js";
import type { FormAction, HandleHook, KitEvent } from "./kit.js";

/** The options of the SvelteKit integration: those of `Auth()`, less `raw`. */
export type SvelteKitAuthConfig = FrameworkConfig;

/** A configuration, or how to get it: on some platforms its parts come with the request. */
export type SvelteKitAuthSource = Source<SvelteKitAuthConfig, KitEvent>;

export interface SvelteKitAuthResult<S = Session, Ids extends string = string> extends Described<
  S,
  Ids
> {
  /** For `src/hooks.server.ts`. */
  handle: HandleHook;
  /** A form action. The form names the provider in the field `providerId`. */
  signIn: FormAction;
  /** A form action. */
  signOut: FormAction;
}

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- the place SvelteKit has for it
  namespace App {
    interface Locals {
      auth: LocalsAuth;
    }
    interface PageData {
      session?: RegisteredSession | null;
    }
  }
}
