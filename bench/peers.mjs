// The other libraries, each set up to do what the library does. Loaded at need.
import { origin, secret } from "./world.mjs";

/** A signed-in person at better-auth, with its in-memory database. */
export async function better() {
  const { betterAuth } = await import("better-auth");
  const { memoryAdapter } = await import("better-auth/adapters/memory");
  const auth = betterAuth({
    secret,
    baseURL: origin,
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  });
  const body = { name: "Ada", email: "ada@example.org", password: "correct horse battery" };
  const response = await auth.api.signUpEmail({ body, asResponse: true });
  const cookies = response.headers.getSetCookie().map((line) => line.split(";", 1)[0]);
  return { auth, cookie: cookies.join("; ") };
}

/** What opens a sealed cookie of iron-session. */
export async function iron(extra = 0) {
  const { sealData, unsealData } = await import("iron-session");
  const data = { name: "Ada", email: "ada@example.org", sub: "1", extra: "x".repeat(extra) };
  const sealed = await sealData(data, { password: secret });
  return () => unsealData(sealed, { password: secret });
}
