export type { EmailProviderId, OAuthProviderId } from "./ids.js";
