import type { FastifyReply } from "fastify";

/** Sends a Web response through Fastify. Every Set-Cookie stays a line of its own. */
export async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    const before = name === "vary" ? reply.getHeader(name) : undefined;
    reply.header(name, before === undefined ? value : `${String(before)}, ${value}`);
  }
  const body = Buffer.from(await response.arrayBuffer());
  return body.length > 0 ? reply.send(body) : reply.send();
}
