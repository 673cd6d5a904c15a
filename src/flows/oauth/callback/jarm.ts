import { jweDecrypt, jwksCache, validateJwtAuthResponse } from "oauth4webapi";
import type { FlowRecord, ResponseFields } from "../authorize/record.js";
import { clientOf } from "../client/client.js";
import { unverifiedClaims } from "../client/jws.js";
import { withKeys } from "../discovery/keys.js";
import type { Server } from "../provider/metadata.js";
import type { Run } from "../provider/run.js";
import { decrypt } from "../tokens/grant.js";

/**
 * The state inside a signed authorization response, which identifies the record of the sign-in. The rest of
 * the response counts only after its signature was verified, once the record is read.
 */
export async function withStateOf(
  { provider }: Run,
  fields: ResponseFields,
): Promise<ResponseFields> {
  const { response } = fields;
  if (response === undefined) return fields;
  const isEncrypted = response.split(".").length === 5;
  const jws = isEncrypted ? await decrypt(provider, response) : response;
  const state = unverifiedClaims(jws)?.["state"];
  return typeof state === "string" ? { response, state } : { response };
}

/** The members of a signed authorization response (JARM, section 2.4). An unsigned one is refused. */
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
