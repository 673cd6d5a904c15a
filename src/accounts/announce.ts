import type { Tell } from "../types/events.js";
import type { Events } from "../types/hooks.js";
import { whoIs } from "./attempt.js";

export interface AnnounceContext {
  readonly events: Events;
  readonly tell?: Tell | undefined;
}

type Message<Name extends keyof Events> = Parameters<NonNullable<Events[Name]>>[0];

/** Observers and the application's own `events` learn that a user was created, by a sign-in with a provider. */
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
  provider: string,
): Promise<void> {
  await tell?.({ type: "user.updated", provider, ...whoIs(message.user) });
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
