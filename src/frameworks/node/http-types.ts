/**
 * The types of Node.js that declarations mention. A project for another runtime has no `@types/node` and must still
 * compile: there they are `any`.
 */

/** @ts-ignore The types of Node.js may not be installed. */
export type { IncomingMessage, ServerResponse } from "node:http";
