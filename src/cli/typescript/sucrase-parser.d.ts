// Sucrase declares its parser's types in another folder than the code. Nothing of this is published: Sucrase is
// bundled into the command line.

declare module "sucrase/dist/parser/index.js" {
  export { parse } from "sucrase/dist/types/parser/index.js";
}

declare module "sucrase/dist/parser/tokenizer/types.js" {
  export { TokenType } from "sucrase/dist/types/parser/tokenizer/types.js";
}

declare module "sucrase/dist/parser/tokenizer/index.js" {
  export { IdentifierRole } from "sucrase/dist/types/parser/tokenizer/index.js";
}
