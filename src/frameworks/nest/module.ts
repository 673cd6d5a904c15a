import { Inject, Module, type NestModule } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { answerRoute } from "../node/answer-route.js";
import { addCookiesAtLast } from "../node/before-headers.js";
import { checkSoon } from "../node/check-soon.js";
import type { IncomingMessage, ServerResponse } from "../node/http-types.js";
import { isOwnRoute } from "../visit/place.js";
import { createEngines, createPrepare } from "../visit/prepare.js";
import type { AuthDynamicModule, NestAuthAsyncOptions, NestAuthSource } from "./types.js";
import { beginVisit } from "./visits.js";

const given = Symbol("latchkey");

/**
 * Serves the library's routes below `basePath` (`/auth`), on Express and Fastify, and provides
 * `@CurrentAuth()` to handlers. A session cookie that is due for renewal is renewed on the
 * response.
 *
 * ```ts
 * @Module({ imports: [AuthModule.forRoot({ providers: [GitHub] })] })
 * export class AppModule {}
 * ```
 */
export class AuthModule implements NestModule {
  // Applies the decorators without decorator syntax.
  static {
    Module({})(AuthModule);
    Inject(HttpAdapterHost)(AuthModule, undefined, 0);
    Inject(given)(AuthModule, undefined, 1);
  }

  readonly #host: HttpAdapterHost;
  readonly #source: NestAuthSource;

  constructor(host: HttpAdapterHost, source: NestAuthSource) {
    this.#host = host;
    this.#source = source;
  }

  /** With a configuration, or a function of the request that returns one. */
  static forRoot(source: NestAuthSource): AuthDynamicModule {
    return { module: AuthModule, providers: [{ provide: given, useValue: source }] };
  }

  /**
   * Creates the module with a configuration from other Nest providers.
   *
   * ```ts
   * AuthModule.forRootAsync({
   *   inject: [ConfigService],
   *   useFactory: (config: ConfigService) => ({ secret: config.get("SECRET"), providers: [GitHub] }),
   * });
   * ```
   */
  static forRootAsync({ imports = [], inject = [], useFactory }: NestAuthAsyncOptions) {
    const provider = { provide: given, inject, useFactory };
    return { module: AuthModule, imports, providers: [provider] } satisfies AuthDynamicModule;
  }

  /** On the adapter itself, because a global prefix is for the application's own routes. */
  configure(): void {
    this.#host.httpAdapter.use(authMiddleware(this.#source));
  }
}

type Next = (error?: unknown) => void;
type Middleware = (req: IncomingMessage, res: ServerResponse, next: Next) => void;

/**
 * Answers the library's routes, and starts a visit for every other request. Works on both
 * platforms.
 */
function authMiddleware(source: NestAuthSource): Middleware {
  const prepare = createPrepare();
  const around = { env: process.env };
  const engineFor = createEngines(source, () => around, prepare);
  if (typeof source !== "function") {
    // An invalid configuration stops the application from starting.
    const engine = prepare(source, around);
    checkSoon(() => engine, source.trustProxy);
  }
  const serve = async (...[req, res, next]: Parameters<Middleware>): Promise<void> => {
    const { config, engine } = await engineFor(req);
    const visit = beginVisit(req, engine, config);
    if (isOwnRoute(engine, visit.sender)) {
      return send(await answerRoute(visit, req, Reflect.get(req, "body")), res);
    }
    addCookiesAtLast(res, visit.leave);
    next();
  };
  return (req, res, next) => void serve(req, res, next).catch(next);
}

/** Sends a Web response through Node.js. Every Set-Cookie stays a line of its own. */
async function send(response: Response, res: ServerResponse): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie" || name === "vary") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length > 0) res.setHeader("content-length", body.length);
  res.end(body);
}
