/** In place of a Prisma client. */
export const db = {} as never;
