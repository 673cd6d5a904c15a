import { getServerSession } from "next-auth/next";
import type { NextApiRequest, NextApiResponse } from "next";
import { authOptions } from "../../lib/options";

export default async function handler(req: NextApiRequest, res: NextApiResponse) {
  res.json(await getServerSession(req, res, authOptions));
}
