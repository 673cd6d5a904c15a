import type { IncomingMessage } from "node:http";
import {
  decode,
  encode,
  getToken,
  type JWTDecodeParams,
  type JWTEncodeParams,
} from "latchkey/v4/jwt";

// 36: the token of a request, with the defaults
export const token = async (req: IncomingMessage) => (await getToken({ req }))?.sub;
export const rawToken = async (req: Request): Promise<string | null> =>
  getToken({ req, raw: true });

// 37: without a salt
export const make = (sub: string) => encode({ token: { sub }, secret: "s", maxAge: 60 });
export const read = (text: string) => decode({ token: text, secret: "s" });
export const both = (e: JWTEncodeParams, d: JWTDecodeParams) => [e.secret, d.token];
