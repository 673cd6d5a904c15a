import type { DynamicModule, FactoryProvider, ModuleMetadata } from "@nestjs/common";
import type { Awaitable } from "../../types/common.js";
import type { IncomingMessage } from "../node/http-types.js";
import type { ProxiedConfig, Source } from "../visit/prepare.js";

/** The options of the Nest integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type NestAuthConfig = ProxiedConfig;

/** A configuration, or a function of the request that returns one. The request is that of Node.js. */
export type NestAuthSource = Source<NestAuthConfig, IncomingMessage>;

/** How to get a configuration from other Nest providers. */
export interface NestAuthAsyncOptions {
  readonly imports?: NonNullable<ModuleMetadata["imports"]>;
  readonly inject?: NonNullable<FactoryProvider["inject"]>;
  readonly useFactory: (...given: never[]) => Awaitable<NestAuthSource>;
}

/** What `AuthModule.forRoot` gives. */
export type AuthDynamicModule = DynamicModule;
