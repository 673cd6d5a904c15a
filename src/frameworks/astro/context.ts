/**
 * The little of Astro that is used here, of version 5 and later. Nothing is imported from it: its types load
 * all of Vite.
 */
export interface AstroContext {
  readonly request: Request;
  readonly url: URL;
  /** The option `site` of astro.config. */
  readonly site?: URL | undefined;
  readonly locals: App.Locals;
  /** The route as its file is named, such as `/members/[...rest]`. */
  readonly routePattern: string;
  /** The page is made when the site is built, for everybody. */
  readonly isPrerendered: boolean;
  readonly clientAddress: string;
}

/** A middleware, as `src/middleware.ts` exports it. */
export type AstroMiddleware = (
  context: AstroContext,
  next: () => Promise<Response>,
) => Promise<Response>;

/** An endpoint for every method. */
export type AstroEndpoint = (context: AstroContext) => Promise<Response>;
