import type { NextApiRequest, NextApiResponse } from "next";
import { auth } from "../../auth";

/** An API route of the pages router. */
export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  const session = await auth(req, res);
  if (session) res.json(session);
  else res.status(401).json({ message: "Sign in first." });
}
