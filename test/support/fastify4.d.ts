/** Fastify 4 beside Fastify 5; what the tests use of it has the same types. */
declare module "fastify4" {
  import { fastify } from "fastify";
  export default fastify;
}
