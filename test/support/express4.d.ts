/** Express 4 beside Express 5; what the tests use of it has the same types. */
declare module "express4" {
  import express from "express";
  export default express;
}
