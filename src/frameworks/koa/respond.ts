import type { Context } from "koa";

/** Sends a Web response through Koa. Every Set-Cookie stays a line of its own. */
export async function send(response: Response, ctx: Context): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  ctx.body = body;
  // What Koa concludes from the body is not asked for.
  ctx.remove("content-type");
  if (body.length === 0) ctx.remove("content-length");
  ctx.status = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") ctx.append(name, value);
    else if (name === "vary") ctx.vary(value);
    else ctx.set(name, value);
  }
}
