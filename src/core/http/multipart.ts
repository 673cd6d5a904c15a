import { badRequest } from "./request-problem.js";

const longestPartHead = 4096;
const mostParts = 1000;

/** Parses the text fields of a multipart form (RFC 7578). Throws a 400 if it can't. */
export async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<[string, string][]> {
  const boundary = boundaryOf(type);
  if (boundary === undefined) throw badRequest("The multipart form has no boundary.");
  assertReadable(partsOf(bytes, boundary));
  const pairs: [string, string][] = [];
  for (const [name, value] of await parse(bytes, boundary)) {
    if (typeof value !== "string") throw badRequest("Files aren't accepted.");
    pairs.push([name, value]);
  }
  return pairs;
}

/** One parameter of a media type: a token, or a quoted string (RFC 9110, section 5.6.6). */
const parameter =
  /[ \t]*;[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)"))?/gy;
/** The characters a boundary may contain (RFC 2046, section 5.1.1). */
const boundaryText = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

/** The single boundary of a media type; undefined if there's none, several, or an invalid one. */
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
    // Written again, so that the parser can't read another boundary than the one that was checked.
    const headers = { "content-type": `multipart/form-data; boundary="${boundary}"` };
    const carrier = new Request("http://localhost/", { method: "POST", headers, body: bytes });
    return await carrier.formData();
  } catch {
    throw badRequest("The body isn't a valid multipart form.");
  }
}

/** The parts of a form, each with its headers and text. Bytes that aren't UTF-8 are refused. */
function partsOf(bytes: Uint8Array, boundary: string): string[] {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.split(`--${boundary}`).slice(1);
  } catch {
    throw badRequest("The body isn't UTF-8.");
  }
}

function assertReadable(parts: readonly string[]): void {
  if (parts.length > mostParts) throw badRequest("The form has too many parts.");
  // Names are parsed byte by byte, which takes long.
  if (parts.some((part) => headOf(part).length > longestPartHead)) {
    throw badRequest("The headers of a part of the form are too long.");
  }
}

function headOf(part: string): string {
  const end = part.indexOf("\r\n\r\n");
  return end === -1 ? part : part.slice(0, end);
}
