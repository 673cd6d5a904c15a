import type { User } from "next-auth";

export interface Row extends User {
  password: string;
}

const ada: Row = {
  id: "1",
  name: "Ada",
  email: "ada@example.org",
  password: "correct",
  role: "admin",
};

/** In place of a Prisma client. */
export const prisma = {
  client: {} as never,
  find: async (email: string) => (email === ada.email ? ada : null),
  verify: async (id: string) => console.log("verified", id),
};
