import { password } from "../support/config.js";
import { otherCode } from "../support/mail-world.js";
import type { Action, Form } from "./actions.js";
import { persons } from "./identities.js";
import { cookies, origin, type Message } from "./message.js";
import { pickFrom, type Seen, type SeenCeremony } from "./seen.js";
import type { Parcel, World } from "./world.js";

/** Whether there is what the action needs. */
export function isPossible(seen: Seen, action: Action): boolean {
  switch (action.do) {
    case "return":
    case "land":
      return seen.flows.length > 0;
    case "link":
    case "press":
    case "code":
      return seen.mails.length > 0;
    case "end":
    case "end-others":
      return seen.sessions.length > 0;
    case "passkey":
      return seen.hasPasskey || pickFrom(seen.ceremonies, action.pick)?.action === "register";
    default:
      return true;
  }
}

/** Whether it is something that the application does, and no request of anybody. */
export function isErrand(action: Action): boolean {
  return ["list", "end", "end-all", "end-others"].includes(action.do);
}

/** The browser in which an action takes place. */
export function browserOf(seen: Seen, action: Action): number {
  if ("browser" in action) return action.browser;
  const { do: what, pick, elsewhere } = action;
  const isFlow = what === "return" || what === "land";
  const list = isFlow ? seen.flows : what === "passkey" ? seen.ceremonies : seen.mails;
  return ((pickFrom<{ readonly browser: number }>(list, pick)?.browser ?? 0) + elsewhere) % 3;
}

type Draft = Omit<Message, "cookie" | "headers"> & Partial<Pick<Message, "cookie" | "headers">>;

/** The request of an action, with the cookies that its browser has now. */
export async function build(world: World, seen: Seen, action: Action): Promise<Parcel | undefined> {
  const browser = browserOf(seen, action);
  const draft = await draftOf(world, seen, action);
  if (!draft) return undefined;
  const form = "form" in action ? formParts(world, browser, action.form) : {};
  const cookie = world.browser(browser).cookieHeader("/auth/");
  const message = { headers: {}, cookie, ...draft };
  return {
    browser,
    message: {
      ...message,
      headers: { ...message.headers, ...form.headers },
      ...(message.method === "POST" && { fields: { ...message.fields, ...form.fields } }),
    },
  };
}

interface FormParts {
  readonly headers?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
}

function formParts(world: World, browser: number, form: Form): FormParts {
  const tokenOf = (index: number) =>
    world.browser(index).cookie(cookies.csrf)?.split("|")[0] ?? "none";
  const token = form.csrf === "own" ? tokenOf(browser) : tokenOf(browser + 1);
  return {
    headers: {
      origin: form.site === "same-origin" ? origin : "https://evil.test",
      "sec-fetch-site": form.site,
      ...(form.asJson && { "x-auth-return-redirect": "1" }),
    },
    fields: {
      ...(form.csrf !== "none" && { csrfToken: token }),
      ...(form.target !== null && { callbackUrl: form.target }),
    },
  };
}

async function draftOf(world: World, seen: Seen, action: Action): Promise<Draft | undefined> {
  switch (action.do) {
    case "page":
      return { method: "GET", route: action.route, about: { kind: "page" } };
    case "csrf":
    case "session":
      return { method: "GET", route: action.do, about: { kind: action.do } };
    case "update":
      return { method: "POST", route: "session", about: { kind: "update" } };
    case "sign-out":
      return { method: "POST", route: "signout", about: { kind: "sign-out" } };
    case "credentials":
      return credentialsDraft(action);
    case "begin": {
      const { provider } = action;
      return { method: "POST", route: `signin/${provider}`, about: { kind: "begin", provider } };
    }
    case "mail": {
      const address = action.address.toLowerCase();
      const fields = { email: action.address };
      return { method: "POST", route: "signin/email", fields, about: { kind: "mail", address } };
    }
    case "return":
      return returnDraft(world, seen, action);
    case "land":
      return landDraft(seen, action);
    case "link":
    case "press":
    case "code":
      return mailDraft(seen, action);
    case "list":
    case "end-all": {
      const errand = { do: action.do, user: action.user };
      return { method: "GET", route: "", about: { kind: "manage", errand }, cookie: "" };
    }
    case "end":
    case "end-others": {
      const errand = { do: action.do, session: pickFrom(seen.sessions, action.session) ?? "" };
      return { method: "GET", route: "", about: { kind: "manage", errand }, cookie: "" };
    }
    case "options":
      return optionsDraft(action);
    case "passkey":
      return passkeyDraft(world, seen, action);
  }
}

type Of<Name extends Action["do"]> = Extract<Action, { do: Name }>;

function credentialsDraft({ username, right }: Of<"credentials">): Draft {
  return {
    method: "POST",
    route: "callback/credentials",
    fields: { username, password: right ? password : "wrong" },
    about: { kind: "credentials", user: right ? `${username}@example.org` : null },
  };
}

function returnDraft(world: World, seen: Seen, action: Of<"return">): Draft | undefined {
  const flow = pickFrom(seen.flows, action.pick);
  const other = pickFrom(seen.flows, action.codeOf);
  if (!flow || !other) return undefined;
  const person = persons[other.provider][action.person];
  const provider = action.fault !== "provider" ? flow.provider : otherProvider(flow.provider);
  const sentState = flow.request.searchParams.get("state") ?? "";
  const state = action.fault === "state" ? `${sentState}x` : sentState;
  const isDenied = action.fault === "denied";
  const codeState = other.request.searchParams.get("state") ?? "";
  const { sub, email, verified } = person;
  const fields = isDenied
    ? { error: "access_denied", state }
    : { code: world.identities.issue(other.provider, other.request, person), state };
  const code = isDenied
    ? null
    : { provider: other.provider, state: codeState, sub, email, verified };
  const about = { kind: "return", provider, state, code } as const;
  if (provider === "hub") {
    const query = new URLSearchParams(fields).toString();
    return { method: "GET", route: `callback/hub?${query}`, about };
  }
  // A form that another site posts comes without the cookies that are the site's own.
  const all = world.browser(browserOf(seen, action)).cookieHeader("/auth/").split("; ");
  const cookie = all.filter((pair) => pair.startsWith(cookies.flow)).join("; ");
  const headers = { origin: "https://idp.test", "sec-fetch-site": "cross-site" };
  return { method: "POST", route: "callback/idp", fields, headers, about, cookie };
}

/** Also where nothing was posted, or at the other provider: then there is nothing to come back for. */
function landDraft(seen: Seen, { pick }: Of<"land">): Draft | undefined {
  const state = pickFrom(seen.flows, pick)?.request.searchParams.get("state");
  if (!state) return undefined;
  const query = new URLSearchParams({ flow: state.split(".", 1)[0] ?? "" }).toString();
  return { method: "GET", route: `callback/idp?${query}`, about: { kind: "land", state } };
}

const otherProvider = (provider: "hub" | "idp") => (provider === "hub" ? "idp" : "hub");

function mailDraft(seen: Seen, action: Of<"link" | "press" | "code">): Draft | undefined {
  const mail = pickFrom(seen.mails, action.pick);
  if (!mail) return undefined;
  const { token, address: email } = mail;
  const route = "callback/email";
  if (action.do === "press") {
    return { method: "POST", route, fields: { token, email }, about: { kind: "press", token } };
  }
  if (action.do === "code") {
    const code = action.right ? mail.code : otherCode(mail.code);
    return { method: "POST", route, fields: { code }, about: { kind: "code", code } };
  }
  const prefetch = action.as === "prefetch";
  return {
    method: action.as === "HEAD" ? "HEAD" : "GET",
    route: `${route}?${new URLSearchParams({ token, email }).toString()}`,
    headers: prefetch ? { "sec-purpose": "prefetch" } : {},
    about: { kind: "link", token, prefetch },
  };
}

function optionsDraft({ action, email }: Of<"options">): Draft {
  const query = new URLSearchParams({ action, ...(email !== null && { email }) }).toString();
  return {
    method: "GET",
    route: `webauthn-options/passkey?${query}`,
    about: { kind: "options", action, email },
  };
}

async function passkeyDraft(
  world: World,
  seen: Seen,
  action: Of<"passkey">,
): Promise<Draft | undefined> {
  const ceremony = pickFrom(seen.ceremonies, action.pick);
  const made = ceremony && (await useDevice(world, ceremony, action));
  if (!made) return undefined;
  seen.hasPasskey = true;
  const { data, credential } = made;
  const { action: kind, challenge } = ceremony;
  return {
    method: "POST",
    route: "callback/passkey",
    fields: { action: kind, data },
    about: { kind: "passkey", action: kind, challenge, credential },
  };
}

async function useDevice(world: World, ceremony: SeenCeremony, action: Of<"passkey">) {
  const device = world.devices[action.device];
  const { options } = ceremony;
  const registers = ceremony.action === "register";
  const index = registers
    ? device.credentials.length
    : action.which % Math.max(device.credentials.length, 1);
  if (!registers && device.credentials.length === 0) return undefined;
  const data = registers ? await device.create(options) : await device.get(options, {}, index);
  const used = device.credentials[index];
  if (!used) return undefined;
  const { id, userHandle, counter } = used;
  return { data, credential: { id, account: userHandle, counter } };
}
