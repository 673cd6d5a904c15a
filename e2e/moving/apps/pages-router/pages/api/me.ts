import type { NextApiRequest, NextApiResponse } from "next";
import { getToken } from "next-auth/jwt";

export default async function me(req: NextApiRequest, res: NextApiResponse) {
  const raw: string = await getToken({ req, raw: true });
  res.json({ token: await getToken({ req }), raw });
}
