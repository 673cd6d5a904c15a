import { AuthError } from "latchkey/next";
import { auth, requireFresh, signIn, signOut, unstable_update } from "../../lib/auth";

/** The functions, called with what the body says. What they throw is told. */
export async function POST(request: Request) {
  const call: unknown = await request.json();
  try {
    return Response.json({ value: await run(call), session: await auth() });
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    return Response.json({ thrown: error.type, message: error.message });
  }
}

async function run(call: unknown): Promise<unknown> {
  const { name, provider, options, form, params } = read(call);
  if (name === "signOut") return signOut(options);
  if (name === "requireFresh") return requireFresh({ within: 60, ...options });
  if (name === "update") return unstable_update({ ...options });
  if (!form) return signIn(provider, options, params);
  const data = new FormData();
  for (const [field, value] of Object.entries(form)) data.append(field, String(value));
  return signIn(provider, data, params);
}

interface Call {
  name: string;
  provider?: string;
  options?: Record<string, unknown>;
  form?: Record<string, unknown>;
  params?: Record<string, string>;
}

function read(value: unknown): Call {
  if (isCall(value)) return value;
  throw new TypeError("The body must name a function.");
}

function isCall(value: unknown): value is Call {
  return typeof value === "object" && value !== null && "name" in value;
}
