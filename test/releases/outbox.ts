import { setTimeout as pause } from "node:timers/promises";

export interface SentMail {
  readonly link: string;
  readonly code: string;
}

/** Mails that were sent, until whoever they're for has read them. */
export class Outbox {
  readonly #sent: { readonly to: string; readonly text: string }[] = [];

  /** Keeps what is a mail. */
  readonly add = (message: unknown): void => {
    const [to, text] = [member(message, "to"), member(message, "text")];
    if (typeof to === "string" && typeof text === "string") this.#sent.push({ to, text });
  };

  /** The newest one to this address, which is awaited: a process may tell of it after it answered. */
  async take(address: string): Promise<SentMail> {
    for (let tries = 0; tries < 400; tries++) {
      const at = this.#sent.findLastIndex(({ to }) => to === address);
      const [mail] = at < 0 ? [] : this.#sent.splice(at, 1);
      if (mail) return read(mail.text);
      await pause(25);
    }
    throw new Error(`No mail came to ${address}.`);
  }
}

const read = (text: string): SentMail => ({
  link: /^https?:\S+$/m.exec(text)?.[0] ?? "",
  code: /^ +(\d{6})$/m.exec(text)?.[1] ?? "",
});

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
