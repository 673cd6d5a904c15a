/** Koa 2 beside Koa 3; what the tests use of it has the same types. */
declare module "koa2" {
  import Koa from "koa";
  export default Koa;
}
