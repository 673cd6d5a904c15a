import type { CDPSession, Page } from "playwright-core";

export interface VirtualOptions {
  readonly transport?: "internal" | "usb";
  readonly residentKey?: boolean;
  readonly userVerification?: boolean;
}

/** An authenticator that Chromium pretends to have. */
export class VirtualAuthenticator {
  readonly #cdp: CDPSession;
  readonly #id: string;

  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp;
    this.#id = id;
  }

  /** The person answers at once, unless `setPresent(false)`. */
  static async plugIn(page: Page, options: VirtualOptions = {}): Promise<VirtualAuthenticator> {
    const { transport = "internal", residentKey = true, userVerification = true } = options;
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable", { enableUI: false });
    const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport,
        hasResidentKey: residentKey,
        hasUserVerification: userVerification,
        isUserVerified: userVerification,
        automaticPresenceSimulation: true,
      },
    });
    return new VirtualAuthenticator(cdp, authenticatorId);
  }

  async unplug(): Promise<void> {
    await this.#cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: this.#id });
  }

  /** Whether somebody touches it when it blinks. */
  async setPresent(enabled: boolean): Promise<void> {
    const authenticatorId = this.#id;
    await this.#cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
  }

  /** Whether the person gets PIN, finger or face right. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#id;
    await this.#cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }

  async credentials() {
    const authenticatorId = this.#id;
    return (await this.#cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  }

  /** Puts the counters of its credentials to a value, as in an older copy of it. */
  async setCounters(signCount: number): Promise<void> {
    const authenticatorId = this.#id;
    for (const credential of await this.credentials()) {
      const { credentialId } = credential;
      await this.#cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
      await this.#cdp.send("WebAuthn.addCredential", {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    }
  }
}
