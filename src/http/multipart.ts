import { badRequest } from "./problem.js";

const longestPartHead = 4096;
const mostParts = 1000;

/** The text fields of a multipart form (RFC 7578). Throws a 400 for what it can not read. */
export async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<[string, string][]> {
  const boundary = boundaryOf(type);
  if (boundary === undefined) throw badRequest("The multipart form names no boundary.");
  assertReadable(partsOf(bytes, boundary));
  const pairs: [string, string][] = [];
  for (const [name, value] of await parse(bytes, boundary)) {
    if (typeof value !== "string") throw badRequest("Files are not accepted.");
    pairs.push([name, value]);
  }
  return pairs;
}

/** One parameter of a media type: a token, or a quoted string (RFC 9110, section 5.6.6). */
const parameter =
  /[ \t]*;[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)"))?/gy;
/** What a boundary may be made of (RFC 2046, section 5.1.1). */
const boundaryText = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** The one boundary that a media type names; undefined where it names none, several, or an impossible one. */
export function boundaryOf(type: string): string | undefined {
  const parameters = type.slice((type.split(";", 1)[0] ?? "").length).trimEnd();
  const matches = [...parameters.matchAll(parameter)];
  if (matches.map(([text]) => text).join("") !== parameters) return undefined;
  const [boundary, ...more] = matches.flatMap(([, name, token, quoted]) =>
    name?.toLowerCase() === "boundary" ? [token ?? quoted?.replace(/\\(.)/g, "$1") ?? ""] : [],
  );
  if (boundary === undefined || more.length > 0) return undefined;
  return boundaryText.test(boundary) ? boundary : undefined;
}

async function parse(bytes: Uint8Array<ArrayBuffer>, boundary: string): Promise<FormData> {
  try {
    // Told anew, so that nobody reads another boundary out of it than the one that was judged.
    const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
    const carrier = new Request("http://localhost/", { method: "POST", headers, body: bytes });
    return await carrier.formData();
  } catch {
    throw badRequest("The body is not a valid multipart form.");
  }
}

/** The parts of a form, each with its head and its text. Bytes that are no text are refused. */
function partsOf(bytes: Uint8Array, boundary: string): string[] {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.split(`--${boundary}`).slice(1);
  } catch {
    throw badRequest("The body is not UTF-8 text.");
  }
}

function assertReadable(parts: readonly string[]): void {
  if (parts.length > mostParts) throw badRequest("The form has too many parts.");
  // Names are read byte by byte, which takes long.
  if (parts.some((part) => headOf(part).length > longestPartHead)) {
    throw badRequest("A part of the form has too long a head.");
  }
}

function headOf(part: string): string {
  const end = part.indexOf("\r\n\r\n");
  return end === -1 ? part : part.slice(0, end);
}
