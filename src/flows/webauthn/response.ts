import { fromBase64Url, fromUtf8, isBase64Url } from "../../core/crypto/encoding.js";
import type { Fields } from "../../core/http/fields.js";
import { badRequest } from "../../core/http/request-problem.js";
import { isRecord, parseObject } from "../../core/values/json.js";
import type { CeremonyAction } from "./ceremony.js";

const longestData = 128 * 1024;
// A credential id has at most 1023 bytes (WebAuthn Level 3, section 5.8.3).
const longestId = 1364;

type Members = Readonly<Record<string, unknown>>;

/** An authenticator's response, parsed but not verified. */
export interface CeremonyResponse {
  readonly action: CeremonyAction;
  /** The credential's id, base64url. */
  readonly id: string;
  readonly response: Members;
  readonly clientDataJSON: string;
  /** The challenge that the authenticator claims to have signed. */
  readonly challenge: string;
  /** The page was embedded in a page of another site. */
  readonly framed: boolean;
}

/** Throws a 400 if it can't be a response. */
export function readAnswer(body: Fields): CeremonyResponse {
  const action = readAction(body.text("action"));
  const data = body.text("data") ?? "";
  const credential = data.length > longestData ? undefined : parseObject(data);
  const { id, response } = credential ?? {};
  if (action === undefined) throw badRequest('"action" must be "authenticate" or "register".');
  if (!isId(id) || !isRecord(response)) {
    throw badRequest('"data" must be the JSON of a public key credential.');
  }
  const clientDataJSON = encoded(response, "clientDataJSON");
  return { action, id, response, clientDataJSON, ...readClientData(clientDataJSON) };
}

export function readAction(text: string | undefined): CeremonyAction | undefined {
  return text === "authenticate" || text === "register" ? text : undefined;
}

function isId(id: unknown): id is string {
  return typeof id === "string" && id !== "" && id.length <= longestId && isBase64Url(id);
}

/** A base64url member of the response. */
export function encoded(response: Members, name: string): string {
  const value = response[name];
  if (typeof value === "string" && value !== "" && isBase64Url(value)) return value;
  throw badRequest(`"${name}" of the public key credential must be base64url.`);
}

function readClientData(text: string): Pick<CeremonyResponse, "challenge" | "framed"> {
  const members = parseObject(decode(text)) ?? {};
  const { challenge, crossOrigin, topOrigin } = members;
  if (typeof challenge !== "string" || !isBase64Url(challenge)) {
    throw badRequest('"clientDataJSON" of the public key credential has no challenge.');
  }
  return { challenge, framed: crossOrigin === true || topOrigin !== undefined };
}

function decode(text: string): string {
  try {
    return fromUtf8(fromBase64Url(text) ?? new Uint8Array(0));
  } catch {
    return ""; // not UTF-8
  }
}
