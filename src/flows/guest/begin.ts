import { randomId, randomText } from "../../core/crypto/random.js";
import { asError } from "../../core/errors/as-error.js";
import { AccessDenied, AuthError, RateLimited } from "../../core/errors/errors.js";
import { because } from "../../core/errors/reason.js";
import type { FlowContext } from "../../core/flow.js";
import { normalizeIp } from "../../core/http/ip.js";
import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { stateKey } from "../../core/state/key.js";
import type { GuestConfig } from "../../types/guest.js";
import type { Store } from "../../types/store.js";
import { writeGuest } from "./cookie.js";
import { removeSomeExpired } from "./remove.js";
import { guests, lasting } from "./table.js";

/** A provider with its defaults. */
export interface GuestSetup extends Pick<GuestConfig, "id" | "remove"> {
  readonly maxAge: number;
  readonly perClient: number | false;
}

/** Makes a guest, unless this browser has a user or a guest already. */
export async function begin(setup: GuestSetup, context: FlowContext): Promise<Outcome> {
  const { store, callbackUrl, now, keys, jar, cookies, sessions } = context;
  if (!store) throw new TypeError("A guest needs a store.");
  if ((await context.signedInAs()) !== null) return redirectTo(callbackUrl);
  const session = { jar, cookie: cookies.session, now };
  const here = await sessions.provisional?.(session);
  if (here && !(await here.isAdmitted())) {
    const message = "A plugin doesn't let the guest of this browser in.";
    throw because("plugin", new AccessDenied(message));
  }
  if (here) return redirectTo(callbackUrl);
  await limit(setup, context);
  const account = { provider: setup.id, type: "credentials", providerAccountId: "" } as const;
  const elsewhere = await context.permit({ user: {}, account });
  if (elsewhere) return elsewhere;
  const mark = randomText(16);
  const guest = { mark, ...lasting(now, setup.maxAge) };
  const userId = (await store.transactional())
    ? await store.transaction((inner) => create(inner, guest))
    : await create(store, guest);
  await writeGuest(keys, session, { userId, mark, maxAge: setup.maxAge });
  await context.tell?.({ type: "guest.began", provider: setup.id, userId });
  await cleanUp(setup, context, store);
  return redirectTo(callbackUrl);
}

type NewGuest = ReturnType<typeof lasting> & { readonly mark: string };

async function create(store: Store, guest: NewGuest): Promise<string> {
  const user = { id: randomId(), name: null, email: null, image: null, emailVerified: null };
  const { id } = await store.createUser(user);
  try {
    await store.records.insert(guests, { userId: String(id), ...guest });
  } catch (error) {
    // In a transaction this fails as well, and it's rolled back.
    await store.deleteUser(String(id)).catch(() => undefined);
    throw error;
  }
  return String(id);
}

const hour = 60 * 60;
/** Clients without a known address share one limit. */
const asMany = 20;

/** Anyone can send this request, and each one writes a row. */
async function limit({ id, perClient }: GuestSetup, context: FlowContext): Promise<void> {
  if (perClient === false) return;
  const ip = normalizeIp(context.clientIp());
  const most = ip === undefined ? perClient * asMany : perClient;
  const key = await stateKey(context.keys, "guests", [id, ip ?? ""]);
  if ((await context.state.countWithin(key, { most, window: hour })) !== false) return;
  await context.tell?.({ type: "limit.hit", action: "callback", provider: id });
  throw new RateLimited("Too many guests came from this IP address. Try again in an hour.", {
    action: "callback",
    provider: id,
  });
}

/** Nobody is refused because old guests can't be deleted. */
async function cleanUp({ remove }: GuestSetup, context: FlowContext, store: Store): Promise<void> {
  try {
    await removeSomeExpired({ store, remove, now: context.now });
  } catch (error) {
    const message = "Expired guests couldn't be deleted. It's tried again when the next one comes.";
    context.logger.error("AuthError", new AuthError(message, { err: asError(error) }));
  }
}
