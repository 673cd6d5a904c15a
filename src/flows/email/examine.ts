import { withDeadline } from "../../deadline.js";
import { asError } from "../../thrown.js";
import type { Finding } from "../../types/finding.js";
import type { EmailConfig } from "../../types/providers.js";

/** Whether mails can be sent, as far as that is known without sending one. */
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
            message: "Mails have no sender.",
            cure: "Set `from`, an address that the mail server may send for.",
          },
        ];
  if (server === undefined) return [...sender, ...keyFinding(provider, about)];
  return [...sender, await serverFinding(provider, about, timeout)];
}

/** Services have a key in place of a server. */
function keyFinding(provider: EmailConfig, about: string): Finding[] {
  const key: unknown = Reflect.get(provider, "apiKey");
  if (provider.id === "nodemailer") {
    return [
      {
        level: "error",
        about,
        message: "There is no mail server.",
        cure: "Set `server`, for example smtps://user:password@mail.example.com.",
      },
    ];
  }
  if (key === undefined && provider.id !== "email") {
    return [
      {
        level: "warning",
        about,
        message: "There is no key of the service.",
        cure: `Set \`apiKey\`, or AUTH_${provider.id.toUpperCase()}_KEY.`,
      },
    ];
  }
  return [{ level: "ok", about, message: "Mails are sent by a service, which is not asked." }];
}

async function serverFinding(
  provider: EmailConfig,
  about: string,
  timeout: number,
): Promise<Finding> {
  if (!provider.examineServer) {
    return { level: "ok", about, message: "Mails are sent by a function of yours." };
  }
  try {
    const late = () => new Error(`The mail server did not answer within ${timeout} ms.`);
    const seen = Promise.resolve(provider.examineServer(provider));
    return { level: "ok", about, message: await withDeadline(seen, timeout, late) };
  } catch (error) {
    const { message } = asError(error);
    return {
      level: "error",
      about,
      message: `The mail server can not be used: ${message}`,
      cure: "Check host, port, user and password in `server`.",
    };
  }
}
