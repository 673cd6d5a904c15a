import type { Tell } from "../../types/events.js";
import type { Events } from "../../types/hooks.js";
import { whoIs } from "./attempt.js";

export interface AnnounceContext {
  readonly events: Events;
  readonly tell?: Tell | undefined;
}

type Message<Name extends keyof Events> = Parameters<NonNullable<Events[Name]>>[0];

/** Emits the event that a user was created by a sign-in with a provider, to observers and the app's `events`. */
export async function userCreated(
  { events, tell }: AnnounceContext,
  message: Message<"createUser">,
  provider: string,
): Promise<void> {
  await tell?.({ type: "user.created", provider, ...whoIs(message.user) });
  await events.createUser(message);
}

export async function userUpdated(
  { events, tell }: AnnounceContext,
  message: Message<"updateUser">,
  provider?: string,
): Promise<void> {
  const by = provider === undefined ? {} : { provider };
  await tell?.({ type: "user.updated", ...by, ...whoIs(message.user) });
  await events.updateUser(message);
}

export async function accountLinked(
  { events, tell }: AnnounceContext,
  message: Message<"linkAccount">,
): Promise<void> {
  const { user, account } = message;
  await tell?.({ type: "account.linked", provider: account.provider, ...whoIs(user) });
  await events.linkAccount(message);
}

export async function accountUnlinked(
  { events, tell }: AnnounceContext,
  message: Message<"unlinkAccount">,
): Promise<void> {
  const { user, account } = message;
  await tell?.({ type: "account.unlinked", provider: account.provider, ...whoIs(user) });
  await events.unlinkAccount(message);
}
