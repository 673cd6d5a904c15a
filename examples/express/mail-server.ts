import { once } from "node:events";
import type { Readable } from "node:stream";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail that arrived. */
export interface Mail {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly received: Date;
  readonly html: string;
  readonly text: string;
}

/** Everybody's inbox: mail to any address ends up here. */
export interface Inbox {
  /** What a mail program must know to deliver here. */
  readonly server: { readonly host: string; readonly port: number; readonly ignoreTLS: true };
  /** The newest first. */
  readonly mails: readonly Mail[];
  close(): Promise<void>;
}

const kept = 50;
const host = "127.0.0.1";

/** A mail server on a free port of this machine. Nothing leaves it, and it forgets when it stops. */
export async function startMailServer(): Promise<Inbox> {
  const mails: Mail[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    closeTimeout: 1_000,
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address).join(", ");
      readMail(stream, to).then((mail) => {
        mails.unshift(mail);
        mails.splice(kept);
        done();
      }, done);
    },
  });
  // A connection that breaks is the sender's to report.
  smtp.on("error", () => undefined);
  const listening = smtp.listen(0, host);
  await once(listening, "listening");
  const address = listening.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    server: { host, port, ignoreTLS: true },
    mails,
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
}

async function readMail(stream: Readable, to: string): Promise<Mail> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const {
    from,
    subject = "No subject",
    html = "",
    text = "",
  } = await PostalMime.parse(Buffer.concat(chunks));
  const sender = from?.address === undefined ? "unknown" : `${from.name} <${from.address}>`.trim();
  const id = crypto.randomUUID();
  return { id, from: sender, to, subject, received: new Date(), html, text };
}

/** The six digits of a sign-in mail, if it has some. */
export function codeIn({ text }: Mail): string | undefined {
  return /^\s*(\d{6})\s*$/m.exec(text)?.[1];
}
