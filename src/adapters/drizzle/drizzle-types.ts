/**
 * Drizzle's types that declarations mention. Drizzle is optional: a project without it must compile
 * these declarations, too. Each type is `any` there; with Drizzle, it is Drizzle's own.
 */

/** @ts-ignore Drizzle may not be installed. */
export type { Column, SQLWrapper, Table } from "drizzle-orm";
