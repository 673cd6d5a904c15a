// What an application has anyway: the client that Prisma generated.
import type { PrismaClient } from "../node_modules/.generated-postgres/index.js";

export declare const prisma: PrismaClient;
export const people = () => prisma.user.findMany();
