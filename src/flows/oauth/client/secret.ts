import type { OAuthProvider } from "../provider/config.js";
import { environmentName } from "../provider/environment-name.js";

/** Throws if there is none. Checked late, because it may come from the environment. */
export function secretOf({ id, clientSecret }: OAuthProvider): string {
  if (clientSecret) return clientSecret;
  throw new Error(
    `The provider "${id}" needs a \`clientSecret\`. Set it, or AUTH_${environmentName(id)}_SECRET.`,
  );
}
