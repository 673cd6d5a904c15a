import type { Transporter } from "nodemailer";
import type { IdOr, Named } from "../types/infer.js";
import type { EmailConfig, EmailUserConfig } from "../types/providers.js";
import { email } from "./shared/email.js";
import { formatSender, outgoing, type Sent } from "./shared/sender.js";

/** A mail, as nodemailer's `sendMail` accepts it. */
export interface Message {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends mails: a transport of nodemailer, or an object of yours. */
export interface Mailer {
  sendMail(message: Message): Promise<unknown>;
}

export interface NodemailerConfig extends EmailUserConfig {
  /** SMTP settings or URL, as for nodemailer's `createTransport`, or a `Mailer`. */
  server?: string | object | Mailer | undefined;
}

export type NodemailerUserConfig = NodemailerConfig;

/**
 * Signs users in by email, sent over SMTP. Needs the package `nodemailer`, unless `server` is an
 * object with `sendMail`.
 *
 * ```ts
 * import Nodemailer from "latchkey/providers/nodemailer";
 *
 * providers: [Nodemailer({ server: "smtps://user:pass@mail.example", from: "no-reply@acme.example" })];
 * ```
 */
export default function Nodemailer<const Id extends string = "nodemailer">(
  config: NodemailerConfig & Named<Id> = {},
): EmailConfig<IdOr<Id, "nodemailer">> {
  return {
    id: "nodemailer",
    name: "Nodemailer",
    ...email,
    sendVerificationRequest: send,
    ...(!config.sendVerificationRequest && { sendNotice: send }),
    examineServer,
    options: config,
  };
}

async function send(params: Sent): Promise<void> {
  const mail = outgoing(params);
  const message = { ...mail, from: formatSender(mail.from) };
  const { server } = params.provider;
  assertDelivered(isMailer(server) ? await server.sendMail(message) : await post(server, message));
}

async function examineServer({ server }: EmailConfig): Promise<string> {
  if (!isMailer(server)) await withTransport(server, (transport) => transport.verify());
  else if (!canVerify(server)) return "Mail is sent by your own function.";
  else await server.verify();
  return "The mail server responds and accepts the login.";
}

function post(server: unknown, message: Message): Promise<unknown> {
  return withTransport(server, (transport) => transport.sendMail(message));
}

async function withTransport(
  server: unknown,
  use: (transport: Transporter) => Promise<unknown>,
): Promise<unknown> {
  if (typeof server !== "string" && !isObject(server)) {
    throw new TypeError(
      "Nodemailer needs `server`: SMTP settings, a URL, or an object with `sendMail`.",
    );
  }
  const { createTransport } = await load();
  const transport = createTransport(server);
  try {
    return await use(transport);
  } finally {
    transport.close();
  }
}

async function load() {
  try {
    return await import("nodemailer");
  } catch (error) {
    throw new Error("The package `nodemailer` isn't installed. Run: npm install nodemailer", {
      cause: error,
    });
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isMailer(value: unknown): value is Mailer {
  return isObject(value) && "sendMail" in value && typeof value.sendMail === "function";
}

function canVerify(value: object): value is { verify(): Promise<unknown> } {
  return "verify" in value && typeof value.verify === "function";
}

/** An SMTP server may accept the mail and refuse its recipient. */
function assertDelivered(info: unknown): void {
  if (!isObject(info)) return;
  const { rejected, pending }: { rejected?: unknown; pending?: unknown } = info;
  const failed = [rejected, pending].flat().filter(Boolean).length;
  if (failed > 0) throw new Error("The mail server rejected the recipient.");
}
