import { getServerSession } from "latchkey/v4";
import { authOptions } from "../../lib/options";

export async function GET() {
  return Response.json(await getServerSession(authOptions));
}
