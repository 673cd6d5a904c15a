/**
 * The part of Astro 5 and later that is used here. Nothing is imported from Astro, because its
 * types load all of Vite.
 */
export interface AstroContext {
  readonly request: Request;
  readonly url: URL;
  /** The option `site` of astro.config. */
  readonly site?: URL | undefined;
  readonly locals: App.Locals;
  /** The route, named like its file: `/members/[...rest]`. */
  readonly routePattern: string;
  /** The page is rendered at build time, for everyone. */
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
