/**
 * The part of SvelteKit that is used here. Nothing is imported from it: an application may have
 * several copies of its classes, and SvelteKit recognizes its redirects and errors by class.
 */
export interface KitEvent {
  readonly request: Request;
  readonly url: URL;
  readonly locals: App.Locals;
  readonly route: { readonly id: string | null };
  readonly isDataRequest: boolean;
  getClientAddress(): string;
}

/** The argument of a hook. */
export interface HandleInput {
  readonly event: KitEvent;
  resolve(this: void, event: KitEvent): Response | Promise<Response>;
}

/** A hook of `src/hooks.server.ts`. */
export type HandleHook = (input: HandleInput) => Promise<Response>;

/** A form action of a `+page.server.ts`. */
export type FormAction = (event: KitEvent) => Promise<void>;
