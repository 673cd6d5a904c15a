import type { EmailConfig, EmailUserConfig } from "../../types/providers.js";
import { customFetch } from "../../types/symbols.js";
import { email } from "./email.js";
import type { Sent } from "./sender.js";

/** Milliseconds that a service may take to accept a mail. */
const timeout = 10_000;
const longestAnswer = 300;

type Params = Sent;

/** A request to a service. An object as the body is sent as JSON. */
export interface MailRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData | object;
}

/** How to send a mail through a service. */
export interface MailService<Config extends EmailUserConfig = EmailUserConfig> {
  readonly id: string;
  readonly name: string;
  /** The service has the template of the mail, so it can't send other mails. */
  readonly ownText?: true;
  readonly request: (params: Params, options: Config & { readonly apiKey: string }) => MailRequest;
}

/** An email provider that sends through a service's HTTP API. */
export function httpEmail<Config extends EmailUserConfig, Id extends string>(
  service: MailService<Config>,
  config: Config,
): EmailConfig<Id> {
  const { id, name } = service;
  const send = (params: Params) => deliver(service, params, config);
  const sendsNotices = !service.ownText && !config.sendVerificationRequest;
  return {
    id,
    name,
    ...email,
    sendVerificationRequest: send,
    ...(sendsNotices && { sendNotice: send }),
    options: config,
  };
}

async function deliver<Config extends EmailUserConfig>(
  service: MailService<Config>,
  params: Params,
  config: Config,
): Promise<void> {
  const { provider } = params;
  const { apiKey } = provider;
  if (!apiKey) {
    const variable = `AUTH_${provider.id.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}_KEY`;
    throw new TypeError(`${service.name} needs \`apiKey\`. Set it, or ${variable}.`);
  }
  const { url, headers, body } = service.request(params, { ...config, apiKey });
  const call = provider[customFetch] ?? fetch;
  const response = await call(url, { ...encode(body, headers), ...limits() });
  if (!response.ok) throw await refused(service.name, params, response);
  await response.body?.cancel();
}

/** A redirect would pass the API key to another host. */
function limits(): RequestInit {
  return { method: "POST", redirect: "error", signal: AbortSignal.timeout(timeout) };
}

function encode(body: FormData | object, headers: MailRequest["headers"]): RequestInit {
  if (body instanceof FormData) return { body, headers };
  return {
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
}

async function refused(name: string, { identifier }: Params, response: Response): Promise<Error> {
  const answer = (await response.text()).replaceAll(identifier, "[address]");
  return new Error(
    `${name} responded with status ${response.status}: ${answer.slice(0, longestAnswer)}`,
  );
}
