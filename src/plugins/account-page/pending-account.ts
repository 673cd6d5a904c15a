import { clearChunked } from "../../core/cookies/chunks.js";
import { ownCookie } from "../../core/cookies/names.js";
import type { Verified } from "../../core/flow.js";
import { actionUrl, withQuery, type Site } from "../../core/http/urls.js";
import { readPasskey, writing } from "../../core/passkeys/row.js";
import { saltOf } from "../../core/plugins/app.js";
import {
  writeSealed,
  readSealed,
  type SealedCookieContext,
} from "../../core/state/sealed-cookie.js";
import { isRecord } from "../../core/values/json.js";
import type { TokenSet } from "../../types/account.js";
import type { CookieOption } from "../../types/cookies.js";
import type { User } from "../../types/session.js";
import type { Store } from "../../types/store.js";

export interface PendingContext extends SealedCookieContext {
  /** Whether cookies are sent over https only. */
  readonly secure: boolean;
}

/**
 * An account that was proven by someone, and waits until the user with its email address confirms
 * it.
 */
export interface PendingAccount {
  /** Identifies the pending account, so that it is used only once. */
  readonly id: string;
  /** Id of the user who has the same email address. Only this user can confirm the account. */
  readonly owner: string;
  readonly verified: Verified;
}

const plugin = "account-page";
const salt = /* @__PURE__ */ saltOf(plugin, "pending");
/** Seconds. */
export const pendingLasts = 10 * 60;

/** Whether a proof can wait: an account at a provider, or a passkey that was created just now. */
function canWait({ account, alongside, passkey }: Verified): boolean {
  if (account.type === "webauthn") return passkey !== undefined;
  return (account.type === "oauth" || account.type === "oidc") && alongside === undefined;
}

/** Stores a proof for this browser, encrypted. */
async function keepPending(
  context: PendingContext,
  { owner, verified }: Omit<PendingAccount, "id">,
): Promise<void> {
  const { user, account, trust, vouched, storedTokens: tokens, passkey } = verified;
  const { provider, providerAccountId, type } = account;
  const claims = {
    ...{ owner, provider, providerAccountId, type, trust, vouched, tokens, passkey },
    user: { id: user.id, name: user.name, email: user.email, image: user.image },
  };
  const carrier = { cookie: cookieOf(context), salt, maxAge: pendingLasts };
  await writeSealed(context, carrier, { claims, apart: Object.keys(tokens ?? {}).length > 0 });
}

export async function readPending(context: PendingContext): Promise<PendingAccount | null> {
  const carried = await readSealed(context, { cookie: cookieOf(context), salt });
  return carried ? pendingIn(carried.claims) : null;
}

export function forgetPending(context: Pick<PendingContext, "jar" | "secure">): void {
  clearChunked(context.jar, cookieOf(context));
}

/** Whether the browser has a pending account. Its content isn't checked. */
export function hasPending(context: Pick<PendingContext, "jar" | "secure">): boolean {
  return context.jar.get(cookieOf(context).name) !== undefined;
}

function cookieOf({ secure }: Pick<PendingContext, "secure">): CookieOption {
  return ownCookie(secure, `${plugin}.pending`);
}

function pendingIn(claims: Record<string, unknown>): PendingAccount | null {
  const { owner, provider, providerAccountId, type, trust, user, tokens, jti } = claims;
  if (typeof owner !== "string" || typeof jti !== "string") return null;
  if (typeof provider !== "string" || typeof providerAccountId !== "string") return null;
  if (type !== "oauth" && type !== "oidc" && type !== "webauthn") return null;
  if (trust !== "linked-email" && trust !== "account-only") return null;
  const passkey = readPasskey(claims["passkey"]);
  if ((type === "webauthn") !== (passkey !== undefined)) return null;
  return {
    id: jti,
    owner,
    verified: {
      kind: "verified",
      user: userIn(user),
      account: { ...tokensIn(tokens), provider, providerAccountId, type },
      trust,
      vouched: claims["vouched"] === true,
      storedTokens: tokensIn(tokens),
      ...(passkey && writing(passkey)),
    },
  };
}

function userIn(value: unknown): User {
  const told = isRecord(value) ? value : {};
  const text = (name: string) => (typeof told[name] === "string" ? told[name] : null);
  const id = text("id");
  return {
    ...(id !== null && { id }),
    name: text("name"),
    email: text("email"),
    image: text("image"),
  };
}

/** The tokens in a row that have the right type: texts and times. */
function tokensIn(value: unknown): TokenSet {
  const members = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(
    members.flatMap(([name, one]) =>
      typeof one === "string" || typeof one === "number" ? [[name, one]] : [],
    ),
  );
}

/**
 * Whether an account waits for the user who has just signed in. An account that waits for another
 * user is dropped.
 */
export async function isPendingFor(context: PendingContext, userId: string): Promise<boolean> {
  if (!hasPending(context)) return false;
  if ((await readPending(context))?.owner === userId) return true;
  forgetPending(context);
  return false;
}

/**
 * Keeps an account that was refused because a user has its address, so that this user can link it.
 */
export async function keepRefused(
  context: PendingContext & { readonly store: Store },
  verified: Verified,
): Promise<boolean> {
  const { email } = verified.user;
  const owner = email && canWait(verified) ? await context.store.getUserByEmail(email) : null;
  if (owner) await keepPending(context, { owner: String(owner.id), verified });
  return Boolean(owner);
}

/** The URL of the linking question. */
export function questionUrl(site: Site, callbackUrl: string): string {
  return withQuery(actionUrl(site, "account", "pending"), { callbackUrl });
}
