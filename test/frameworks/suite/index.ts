import { afterAll, describe } from "vitest";
import { openInbox } from "../../support/inbox.js";
import { startOpenId } from "../../support/oauth/openid.js";
import { callJourneys } from "./calls.js";
import { credentialJourneys } from "./credentials.js";
import type { FrameworkHost } from "./host.js";
import { outageJourneys } from "./outage.js";
import { guardJourneys, protectionJourneys } from "./protection.js";
import { renewalJourneys } from "./renewal.js";
import { signInJourneys } from "./sign-in.js";
import { trustedProxyJourneys } from "./trusted-proxy.js";
import { callbacks, type Surroundings } from "./world.js";
import { wireJourneys } from "./wire.js";

/** What every framework must do, over HTTP, on a server that listens. */
export async function frameworkSuite(hosts: readonly FrameworkHost[]): Promise<void> {
  const inbox = await openInbox();
  const openid = await startOpenId({ client: { redirect_uris: callbacks } });
  afterAll(() => openid.stop());
  for (const host of hosts) describe(host.name, () => journeys({ host, inbox, openid }));
}

function journeys(around: Surroundings): void {
  describe("signing in and out", () => signInJourneys(around));
  describe("protection", () => protectionJourneys(around));
  describe("renewal", () => renewalJourneys(around));
  describe("HTTP", () => wireJourneys(around));
  describe("a trusted proxy", () => trustedProxyJourneys(around));
  describe("another credential than a cookie", () => credentialJourneys(around));
  describe("an outage", () => outageJourneys(around));
  if (!around.host.calls) return;
  describe("the guard", () => guardJourneys(around));
  describe("calls of the application", () => callJourneys(around));
}
