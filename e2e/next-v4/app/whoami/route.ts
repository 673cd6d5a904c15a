import { getServerSession } from "next-auth";
import { authOptions } from "../../lib/options";

export async function GET() {
  return Response.json(await getServerSession(authOptions));
}
