import type { TestConfig } from "../../support/config.js";

/** What an application of the suite is made of. */
export interface AppPlan {
  readonly config: TestConfig;
  /** The framework is told that there is a proxy in front of it which can be believed. */
  readonly trustsProxy?: boolean;
  /** The application reads the body of every request before the library gets it. */
  readonly parsesBodies?: boolean;
}

/**
 * A framework at one version. Its application is written as the framework's users would, and serves:
 *
 * - the library's routes below `config.basePath` (`/auth`)
 * - `GET /who`: the session as JSON, asked for twice
 * - `GET /open`: the text "open", without asking for the session
 * - `GET /account`: a protected route, the text "inside"
 * - `/members`: protected as a whole, with `GET /members/one`, the text "one"
 *
 * and, where the framework has `calls`, what the application itself handles:
 *
 * - `GET /danger`: what `requireFresh` says of a proof within the last minute, as JSON
 * - `GET /cart`: a route for guests, too, the text "cart"
 * - `POST /login`: signs in by credentials with the fields of the form, then redirects
 * - `POST /login/op`: begins a sign-in at the provider "op", to end at `/who`
 * - `POST /logout`: signs out, then redirects
 * - `POST /rename`: updates the session with the form's `name`, answers the session as JSON
 *
 * A refused sign-in of `POST /login` is answered with the text of the error's type and status 403.
 */
export interface FrameworkHost {
  readonly name: string;
  /** There is a guard for routes, and sign-in, sign-out and update from the application's own code. */
  readonly calls: boolean;
  /** The framework tells the address of the socket. @default true */
  readonly tellsPeer?: boolean;
  /** It tells the address of a client behind a trusted proxy; else its adapter would. @default true */
  readonly tellsClient?: boolean;
  /** What the environment says where the framework is told of a proxy by it. @default nothing */
  readonly proxyEnv?: Readonly<Record<string, string>>;
  /** Listens on loopback until the test ends. The origin. */
  serve(plan: AppPlan): Promise<string>;
}
