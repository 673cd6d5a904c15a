import { Inject, Module, type NestModule } from "@nestjs/common";
import { HttpAdapterHost } from "@nestjs/core";
import { authMiddleware } from "./middleware.js";
import type { AuthDynamicModule, NestAuthAsyncOptions, NestAuthConfig } from "./types.js";

const given = Symbol("latchkey");

/**
 * Answers the routes of the library below `basePath` (`/auth`), on Express and on Fastify, and lets
 * handlers ask for `@CurrentAuth()`. A session that is due for renewal gets its cookie renewed on the
 * response.
 *
 * ```ts
 * @Module({ imports: [AuthModule.forRoot({ providers: [GitHub] })] })
 * export class AppModule {}
 * ```
 */
export class AuthModule implements NestModule {
  // As decorators would do it.
  static {
    Module({})(AuthModule);
    Inject(HttpAdapterHost)(AuthModule, undefined, 0);
    Inject(given)(AuthModule, undefined, 1);
  }

  readonly #host: HttpAdapterHost;
  readonly #config: NestAuthConfig;

  constructor(host: HttpAdapterHost, config: NestAuthConfig) {
    this.#host = host;
    this.#config = config;
  }

  static forRoot(config: NestAuthConfig): AuthDynamicModule {
    return { module: AuthModule, providers: [{ provide: given, useValue: config }] };
  }

  /**
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

  /** On the adapter itself: a global prefix of the application is for its own routes. */
  configure(): void {
    this.#host.httpAdapter.use(authMiddleware(this.#config));
  }
}
