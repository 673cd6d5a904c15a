import { withDeadline } from "../../core/async/deadline.js";
import { asError } from "../../core/errors/as-error.js";
import type { Finding } from "../../types/finding.js";
import type { EmailConfig } from "../../types/providers.js";

/** Checks whether mails can be sent, without sending one. */
export async function examineMail(provider: EmailConfig, timeout: number): Promise<Finding[]> {
  const server: unknown = Reflect.get(provider, "server");
  const from: unknown = Reflect.get(provider, "from");
  const sender: Found = {
    level: "warning",
    message: "The mails have no sender address.",
    cure: "Set `from` to an address the mail server may send from.",
  };
  const found = [
    ...(typeof from === "string" && from !== "" ? [] : [sender]),
    server === undefined ? keyFinding(provider) : await serverFinding(provider, timeout),
  ];
  return found.map((one) => ({ ...one, about: `provider ${provider.id}` }));
}

type Found = Omit<Finding, "about">;

/** Mail services have an API key instead of a server. */
function keyFinding(provider: EmailConfig): Found {
  const key: unknown = Reflect.get(provider, "apiKey");
  if (provider.id === "nodemailer") {
    return {
      level: "error",
      message: "No mail server is configured.",
      cure: "Set `server`, for example smtps://user:password@mail.example.com.",
    };
  }
  if (key === undefined && provider.id !== "email") {
    return {
      level: "warning",
      message: "The mail service has no API key.",
      cure: `Set \`apiKey\`, or AUTH_${provider.id.toUpperCase()}_KEY.`,
    };
  }
  return { level: "ok", message: "Mail is sent by a service; the doctor doesn't test it." };
}

async function serverFinding(provider: EmailConfig, timeout: number): Promise<Found> {
  if (!provider.examineServer) {
    return {
      level: "ok",
      message: "Mail is sent by your own function; the doctor doesn't test it.",
    };
  }
  try {
    const late = () => new Error(`The mail server didn't respond within ${timeout} ms.`);
    const seen = Promise.resolve(provider.examineServer(provider));
    return { level: "ok", message: await withDeadline(seen, timeout, late) };
  } catch (error) {
    return {
      level: "error",
      message: `The mail server can't be used: ${asError(error).message}`,
      cure: "Check host, port, user and password in `server`.",
    };
  }
}
