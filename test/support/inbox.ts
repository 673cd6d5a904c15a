import type { AddressInfo } from "node:net";
import { domainToASCII } from "node:url";
import PostalMime, { type Email as ParsedMail } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeEach } from "vitest";
import { noteFields } from "./secrecy/secrets.js";

/** A mail as a real SMTP server took it. */
export interface ReceivedMail {
  /** The recipients of the envelope: whose inboxes it reaches. */
  readonly recipients: readonly string[];
  readonly sender: string;
  readonly parsed: ParsedMail;
  readonly link: URL;
  readonly code: string;
}

export interface Inbox {
  readonly server: { readonly host: string; readonly port: number; readonly ignoreTLS: true };
  readonly mails: ReceivedMail[];
  /** The newest mail; fails when there is none. */
  newest(): ReceivedMail;
  /** The server refuses recipients from now on, until the next test. */
  refuse(): void;
  /** It takes them again. */
  accept(): void;
}

/** A mail server on loopback, emptied before each test of the file. */
export async function openInbox(): Promise<Inbox> {
  const mails: ReceivedMail[] = [];
  let refusing = false;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    // As mail servers do, with the address in the answer.
    onRcptTo: ({ address }, _session, done) =>
      done(refusing ? new Error(`<${address}>: No such inbox`) : null),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        void receive(Buffer.concat(chunks), envelope).then((mail) => {
          mails.push(mail);
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));
  beforeEach(() => {
    mails.length = 0;
    refusing = false;
  });
  return {
    server: { host: "127.0.0.1", port: portOf(server.server.address()), ignoreTLS: true },
    mails,
    newest() {
      const mail = mails.at(-1);
      if (mail) return mail;
      throw new Error("The inbox is empty.");
    },
    refuse() {
      refusing = true;
    },
    accept() {
      refusing = false;
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address === "object" && address) return address.port;
  throw new Error("The mail server does not listen on a port.");
}

interface Envelope {
  readonly mailFrom: false | { readonly address: string };
  readonly rcptTo: readonly { readonly address: string }[];
}

async function receive(source: Buffer, { mailFrom, rcptTo }: Envelope): Promise<ReceivedMail> {
  const parsed = await PostalMime.parse(source);
  const text = parsed.text ?? "";
  const link = new URL(/^https?:\S+$/m.exec(text)?.[0] ?? "about:blank");
  const code = /^ +(\d{6})$/m.exec(text)?.[1] ?? "";
  noteFields([...link.searchParams, ["code", code]]);
  return {
    recipients: rcptTo.map(({ address }) => asOnTheWire(address)),
    sender: mailFrom ? mailFrom.address : "",
    parsed,
    link,
    code,
  };
}

/** The server shows domains in their own script; on the wire they were ASCII. */
function asOnTheWire(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}
