import { withDeadline } from "../../core/async/deadline.js";
import { asError } from "../../core/errors/as-error.js";
import type { Finding } from "../../types/finding.js";
import type { EmailConfig } from "../../types/providers.js";

/** Checks whether mails can be sent, without sending one. */
export async function examineMail(provider: EmailConfig, timeout: number): Promise<Finding[]> {
  const about = `provider ${provider.id}`;
  const server: unknown = Reflect.get(provider, "server");
  const from: unknown = Reflect.get(provider, "from");
  const sender: Finding[] =
    typeof from === "string" && from !== ""
      ? []
      : [
          {
            level: "warning",
            about,
            message: "The mails have no sender address.",
            cure: "Set `from` to an address the mail server may send from.",
          },
        ];
  if (server === undefined) return [...sender, ...keyFinding(provider, about)];
  return [...sender, await serverFinding(provider, about, timeout)];
}

/** Mail services have an API key instead of a server. */
function keyFinding(provider: EmailConfig, about: string): Finding[] {
  const key: unknown = Reflect.get(provider, "apiKey");
  if (provider.id === "nodemailer") {
    return [
      {
        level: "error",
        about,
        message: "No mail server is configured.",
        cure: "Set `server`, for example smtps://user:password@mail.example.com.",
      },
    ];
  }
  if (key === undefined && provider.id !== "email") {
    return [
      {
        level: "warning",
        about,
        message: "The mail service has no API key.",
        cure: `Set \`apiKey\`, or AUTH_${provider.id.toUpperCase()}_KEY.`,
      },
    ];
  }
  return [
    { level: "ok", about, message: "Mail is sent by a service; the doctor doesn't test it." },
  ];
}

async function serverFinding(
  provider: EmailConfig,
  about: string,
  timeout: number,
): Promise<Finding> {
  if (!provider.examineServer) {
    return {
      level: "ok",
      about,
      message: "Mail is sent by your own function; the doctor doesn't test it.",
    };
  }
  try {
    const late = () => new Error(`The mail server didn't respond within ${timeout} ms.`);
    const seen = Promise.resolve(provider.examineServer(provider));
    return { level: "ok", about, message: await withDeadline(seen, timeout, late) };
  } catch (error) {
    const { message } = asError(error);
    return {
      level: "error",
      about,
      message: `The mail server can't be used: ${message}`,
      cure: "Check host, port, user and password in `server`.",
    };
  }
}
