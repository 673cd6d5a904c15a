import { z } from "zod";

const schema = z.object({
  NEXTAUTH_SECRET: z.string(),
  NEXTAUTH_URL: z.preprocess((url) => process.env.VERCEL_URL ?? url, z.string().url()),
  DISCORD_CLIENT_ID: z.string(),
  DISCORD_CLIENT_SECRET: z.string(),
});
export const env = schema.parse({
  NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET,
  NEXTAUTH_URL: process.env.NEXTAUTH_URL,
  DISCORD_CLIENT_ID: process.env.DISCORD_CLIENT_ID,
  DISCORD_CLIENT_SECRET: process.env.DISCORD_CLIENT_SECRET,
});
