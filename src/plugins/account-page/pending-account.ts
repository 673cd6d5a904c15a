import { saltOf } from "../../core/plugins/app.js";
import { clearChunked } from "../../cookies/chunks.js";
import { ownCookie } from "../../cookies/names.js";
import type { Verified } from "../../flows/flow.js";
import { readPasskey, writing } from "../../flows/passkey-row.js";
import { actionUrl, withQuery, type Site } from "../../http/urls.js";
import { isRecord } from "../../json.js";
import { carry, readCarried, type CarryContext } from "../../state/carried.js";
import type { TokenSet } from "../../types/account.js";
import type { CookieOption } from "../../types/cookies.js";
import type { User } from "../../types/session.js";
import type { Store } from "../../types/store.js";

export interface PendingContext extends CarryContext {
  /** Cookies are for https. */
  readonly secure: boolean;
}

/** An account that somebody has proven to be theirs, and that waits for its owner to say what it is for. */
export interface PendingAccount {
  /** Names it: it is used once. */
  readonly id: string;
  /** Id of the user who has the same e-mail address. Nobody else is asked. */
  readonly owner: string;
  readonly verified: Verified;
}

const plugin = "account-page";
const salt = /* @__PURE__ */ saltOf(plugin, "pending");
/** Seconds. */
export const pendingLasts = 10 * 60;

/** Whether a flow's proof can wait: an account at a provider, or a passkey that was made just now. */
function canWait({ account, alongside, passkey }: Verified): boolean {
  if (account.type === "webauthn") return passkey !== undefined;
  return (account.type === "oauth" || account.type === "oidc") && alongside === undefined;
}

/** Keeps a proof for this browser, which can't read or change it. */
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
  await carry(context, carrier, { claims, apart: Object.keys(tokens ?? {}).length > 0 });
}

export async function readPending(context: PendingContext): Promise<PendingAccount | null> {
  const carried = await readCarried(context, { cookie: cookieOf(context), salt });
  return carried ? pendingIn(carried.claims) : null;
}

export function forgetPending(context: Pick<PendingContext, "jar" | "secure">): void {
  clearChunked(context.jar, cookieOf(context));
}

/** Whether the browser has one, without looking into it. */
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

/** What a row holds of them: texts and times. */
function tokensIn(value: unknown): TokenSet {
  const members = Object.entries(isRecord(value) ? value : {});
  return Object.fromEntries(
    members.flatMap(([name, one]) =>
      typeof one === "string" || typeof one === "number" ? [[name, one]] : [],
    ),
  );
}

/** Whether an account waits for the user who has just signed in. One that waits for somebody else is forgotten. */
export async function isPendingFor(context: PendingContext, userId: string): Promise<boolean> {
  if (!hasPending(context)) return false;
  if ((await readPending(context))?.owner === userId) return true;
  forgetPending(context);
  return false;
}

/** "There is already an account with this address" need not be the end: its owner can say that it is theirs. */
export async function keepRefused(
  context: PendingContext & { readonly store: Store },
  verified: Verified,
): Promise<boolean> {
  const { email } = verified.user;
  const owner = email && canWait(verified) ? await context.store.getUserByEmail(email) : null;
  if (owner) await keepPending(context, { owner: String(owner.id), verified });
  return Boolean(owner);
}

/** The page that asks. */
export function questionUrl(site: Site, callbackUrl: string): string {
  return withQuery(actionUrl(site, "account", "pending"), { callbackUrl });
}
