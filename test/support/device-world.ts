import { app, bearerWorld, requestIn } from "./bearer-world.js";
import { textMember, type Browser } from "./client.js";
import type { Strategy } from "./config.js";

export const tv = { id: "tv", name: "Acme for TVs", redirectUris: [], device: true };

/** What a device was told. */
export interface Asked {
  readonly device: string;
  readonly user: string;
}

/** An application with a program for devices, and one for phones, which may not. */
export function deviceWorld(strategy: Strategy, more: Parameters<typeof bearerWorld>[1] = {}) {
  const made = bearerWorld(strategy, { clients: [app, tv], ...more });
  const ask = async (): Promise<Asked> => {
    const told: unknown = await (
      await made.send("bearer/device-code", { client_id: tv.id })
    ).json();
    return { device: textMember(told, "device_code"), user: textMember(told, "user_code") };
  };
  const poll = (device_code: string, fields: Record<string, string> = {}) =>
    made.send("bearer/token", {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      ...{ device_code, client_id: tv.id },
      ...fields,
    });
  return { ...made, ask, poll };
}

export const typeCode = (browser: Browser, user_code: string): Promise<Response> =>
  browser.submit("bearer/device", { user_code });

/** Types the code and answers. */
export async function decide(browser: Browser, code: string, answer = "yes"): Promise<Response> {
  const request = await requestIn(await typeCode(browser, code));
  return browser.submit("bearer/device-answer", { request, answer });
}
