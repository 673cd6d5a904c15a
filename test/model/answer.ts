import { parseSetCookie } from "cookie";
import { isRecord, parseObject } from "../../src/core/values/json.js";
import { cookies, origin, type Delivered } from "./message.js";

/** A mail that was sent while a request was worked on. */
export interface SentMail {
  readonly address: string;
  readonly token: string;
  readonly code: string;
}

/** A response, read. */
export interface Answer {
  readonly status: number;
  readonly location: string | null;
  /** The Set-Cookie lines. */
  readonly lines: readonly string[];
  readonly body: string;
  readonly mail?: SentMail;
  /** Whose session the cookie is that was set; absent when none was. */
  readonly holder?: string | null;
  /** The id of that session, where it has one. */
  readonly sid?: string;
}

/** What a request came to. */
export type Ending =
  | "signed-in"
  /** An account was linked, and the session goes on as it is. */
  | "linked"
  | "signed-out"
  | "began"
  /** The browser is to come once more, with all its cookies. */
  | "hopped"
  /** A page asks before anything is used up. */
  | "asked"
  /** A wrong code was typed in, and there may be another try. */
  | "again"
  | "read"
  | "shown"
  /** The application did something for its users. */
  | "managed"
  | "refused"
  /** The server failed. */
  | "broke";

export interface Exchange {
  readonly sent: Delivered;
  readonly answer: Answer;
}

/** The value a response sets a cookie to: empty when it clears it, undefined when it leaves it. */
export function setValue({ lines }: Pick<Answer, "lines">, name: string): string | undefined {
  return lines.map((line) => parseSetCookie(line)).find((cookie) => cookie.name === name)?.value;
}

/** The first cookie whose name begins so, and that is set to something. */
export function setWithPrefix({ lines }: Answer, prefix: string): string | undefined {
  const all = lines.map((line) => parseSetCookie(line));
  return all.find(({ name, value }) => name.startsWith(prefix) && value !== "")?.value;
}

export function endingOf({ sent, answer }: Exchange): Ending {
  const { kind } = sent.about;
  if (kind === "manage") return answer.status === 200 ? "managed" : "broke";
  // The page of an error may have its status.
  if (answer.status >= 500 && !sent.route.startsWith("error?")) return "broke";
  if (kind === "page" || kind === "csrf") return "shown";
  if (answer.status >= 400) return "refused";
  if (answer.location !== null && isErrorPage(new URL(answer.location, origin))) {
    return answer.location.includes("/auth/verify-request") ? "again" : "refused";
  }
  if (kind === "session" || kind === "update") return "read";
  if (kind === "sign-out") return "signed-out";
  if (kind === "begin" || kind === "mail" || kind === "options") return "began";
  if (setValue(answer, cookies.session)) return "signed-in";
  if (kind === "return" && answer.location?.startsWith(`${origin}/auth/callback/`)) return "hopped";
  return answer.location === null ? "asked" : "linked";
}

function isErrorPage(url: URL): boolean {
  return (
    url.origin === origin && url.pathname.startsWith("/auth/") && url.searchParams.has("error")
  );
}

/** The address of the session's user; null when nobody is signed in. */
export function readerOf({ body }: Pick<Answer, "body">): string | null {
  const user = parseObject(body)?.["user"];
  return isRecord(user) && typeof user["email"] === "string" ? user["email"] : null;
}
