/**
 * The Node.js types that declarations mention. A project for another runtime must compile without
 * `@types/node`: there, they are `any`.
 */

/** @ts-ignore The types of Node.js may not be installed. */
export type { IncomingMessage, ServerResponse } from "node:http";
