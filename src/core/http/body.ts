import { isRecord } from "../values/json.js";
import { readBytes } from "./bytes.js";
import { Fields } from "./fields.js";
import { badRequest, RequestProblem, tooLarge, unsupportedType } from "./request-problem.js";
import { assertWholeTexts } from "./text.js";

const largestBody = 1024 * 1024;
const deepestJson = 64;
/** Maximum number of members, objects and arrays: creating them takes many times as long as reading text. */
const mostInJson = 10_000;
const mostFields = 1000;

/** Parses the fields of a request's body. Throws 400, 413 or 415 if it can't. */
export async function readBody(request: Request): Promise<Fields> {
  const length = request.headers.get("content-length");
  // Nothing was lost, even if somebody has read it.
  if (length === "0") return Fields.none;
  const declared = Number(length ?? 0);
  if (declared > largestBody) throw tooLarge();
  const bytes = await bytesOf(request);
  if (bytes.length === 0 && declared > 0) throw badRequest(readBefore);
  if (bytes.length === 0) return Fields.none;
  const type = request.headers.get("content-type") ?? "";
  switch (type.split(";", 1)[0]?.trim().toLowerCase()) {
    case "application/json":
      return readJson(bytes);
    case "application/x-www-form-urlencoded":
      return readForm(bytes);
    case "multipart/form-data": {
      const { readMultipart } = await import("./multipart.js");
      return fromPairs(await readMultipart(bytes, type));
    }
    default:
      throw unsupportedType();
  }
}

const readBefore =
  "The request body was already read by a body parser or another handler. Mount Latchkey's handler before it.";

/** Takes the place of a body that can't be copied, because somebody has read it: reading it says so. */
export function lostBody(): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({ pull: () => Promise.reject(badRequest(readBefore)) });
}

async function bytesOf({ body, bodyUsed }: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (!body) return new Uint8Array(0);
  if (bodyUsed || body.locked) throw badRequest(readBefore);
  try {
    return await readBytes(body, largestBody, tooLarge);
  } catch (error) {
    if (error instanceof RequestProblem) throw error;
    // An aborted body is the client's fault, not the server's.
    throw badRequest("The body ended unexpectedly.");
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw badRequest("The body isn't UTF-8.");
  }
}

function readJson(bytes: Uint8Array): Fields {
  const text = decode(bytes);
  const excess = excessOf(text);
  if (excess !== undefined) throw badRequest(`The JSON in the body ${excess}.`);
  const value = parse(text);
  if (!isRecord(value)) throw badRequest("The body must be a JSON object.");
  // Only an escape can produce such a character: its raw bytes aren't valid UTF-8 or JSON.
  if (text.includes("\\u")) assertWholeTexts(Object.entries(value));
  return Fields.fromObject(value);
}

function fromPairs(pairs: readonly (readonly [string, string])[]): Fields {
  assertWholeTexts(pairs);
  return Fields.fromPairs(pairs);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("The body isn't valid JSON.");
  }
}

/** Why JSON isn't parsed at all. Invalid JSON may be refused here too early, but never accepted. */
function excessOf(text: string): string | undefined {
  let depth = 0;
  let count = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const char = text[index];
    if (inString) {
      if (char === "\\") index++;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === ":") count++;
    else if (char === "{" || char === "[") {
      depth++;
      count++;
    } else if (char === "}" || char === "]") depth--;
    if (depth > deepestJson) return "is nested too deeply";
    if (count > mostInJson) return "has too many members";
  }
  return undefined;
}

const [plus, blank] = [0x2b, 0x20];

function readForm(bytes: Uint8Array): Fields {
  // `+` stands for a space, and `URLSearchParams` is very slow on long strings with many of them.
  const text = decode(bytes.map((byte) => (byte === plus ? blank : byte)));
  if (text.split("&", mostFields + 1).length > mostFields) {
    throw badRequest("The form has too many fields.");
  }
  assertPercentEncoding(text);
  return fromPairs([...new URLSearchParams(text)]);
}

/** Throws a 400 for an invalid `%` escape, or bytes that aren't UTF-8. */
export function assertPercentEncoding(text: string): void {
  if (text.includes("%") && !isDecodable(text)) {
    throw badRequest("The request contains an invalid percent-encoding.");
  }
}

/** The result is used, since a bundler may drop a call whose result isn't. */
function isDecodable(text: string): boolean {
  try {
    return typeof decodeURIComponent(text) === "string";
  } catch {
    return false;
  }
}
