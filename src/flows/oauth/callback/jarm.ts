import { jweDecrypt, jwksCache, validateJwtAuthResponse } from "oauth4webapi";
import { fromBase64Url, fromUtf8 } from "../../../crypto/encoding.js";
import { parseObject } from "../../../json.js";
import { clientOf } from "../client/client.js";
import { decrypt } from "../tokens/grant.js";
import { withKeys } from "../discovery/keys.js";
import type { Server } from "../provider/metadata.js";
import type { FlowRecord, ResponseFields } from "../authorize/record.js";
import type { Run } from "../provider/run.js";

/**
 * The state inside a signed authorization response, by which the record of the sign-in is found. What the
 * response says counts once its signature is known to be right, when the record has been taken.
 */
export async function withStateOf(
  { provider }: Run,
  fields: ResponseFields,
): Promise<ResponseFields> {
  const { response } = fields;
  if (response === undefined) return fields;
  const isEncrypted = response.split(".").length === 5;
  const jws = isEncrypted ? await decrypt(provider, response) : response;
  const bytes = fromBase64Url(jws.split(".")[1] ?? "");
  const state = bytes && parseObject(fromUtf8(bytes))?.["state"];
  return typeof state === "string" ? { response, state } : { response };
}

/** The members of a signed authorization response (JARM, section 2.4). A plain one is refused. */
export function validatedJwt(
  run: Run,
  server: Server,
  { fields, record }: { fields: ResponseFields; record: FlowRecord },
): Promise<URLSearchParams> {
  const { provider } = run;
  const parameters = new URLSearchParams({ response: fields["response"] ?? "" });
  return withKeys(run, server, (cache) =>
    validateJwtAuthResponse({ ...server.metadata }, clientOf(provider), parameters, record.state, {
      [jwksCache]: cache,
      [jweDecrypt]: (jwe: string) => decrypt(provider, jwe),
    }),
  );
}
