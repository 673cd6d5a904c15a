import ts from "typescript";

/** One thing that an application can depend on: an export, a member of a type, a signature. */
export interface Line {
  /** What it is about, such as `AuthConfig.providers`. Overloads share one. */
  readonly key: string;
  readonly text: string;
}

/**
 * Every name that the entry points export and every declaration that their types reach, one line each. Comments,
 * the order of members and the files that things live in aren't part of it.
 */
export function signatures(doors: readonly (readonly [door: string, file: string])[]): Line[] {
  const program = ts.createProgram({
    rootNames: doors.map(([, file]) => file),
    options: {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      skipLibCheck: true,
      types: [],
    },
  });
  return new Report(program).of(doors);
}

class Report {
  readonly #checker: ts.TypeChecker;
  readonly #printer = ts.createPrinter({ removeComments: true, omitTrailingSemicolon: true });
  readonly #names = new Map<ts.Symbol, string>();
  readonly #taken = new Map<string, number>();
  readonly #waiting: ts.Symbol[] = [];
  readonly #lines: Line[] = [];
  readonly #written = new Set<ts.Symbol>();
  readonly #returned = new Set<ts.Symbol>();

  constructor(readonly program: ts.Program) {
    this.#checker = program.getTypeChecker();
  }

  of(doors: readonly (readonly [string, string])[]): Line[] {
    for (const [door, file] of doors) this.#exportsOf(door, file);
    for (let symbol = this.#waiting.pop(); symbol; symbol = this.#waiting.pop()) {
      for (const declaration of symbol.declarations ?? []) this.#declare(symbol, declaration);
    }
    const unique = new Map(this.#lines.map((line) => [`${line.key}\n${line.text}`, line]));
    return [...unique.values()].sort((a, b) => compare(a.key, b.key) || compare(a.text, b.text));
  }

  #exportsOf(door: string, file: string): void {
    const source = this.program.getSourceFile(file);
    const module = source && this.#checker.getSymbolAtLocation(source);
    for (const exported of module ? this.#checker.getExportsOfModule(module) : []) {
      const target = this.#target(exported);
      const kind = (target.flags & ts.SymbolFlags.Value) === 0 ? "type " : "";
      const name = this.#nameOf(target, exported.name) ?? `${exported.name} of another package`;
      for (const one of target.declarations ?? []) if (kind === "") this.#reach(one, false);
      this.#lines.push({ key: `${door} ${exported.name}`, text: `= ${kind}${name}` });
    }
  }

  #target(symbol: ts.Symbol): ts.Symbol {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Undefined for what other packages declare. Two declarations of one name are told apart by a number. */
  #nameOf(symbol: ts.Symbol, exportedAs: string): string | undefined {
    const known = this.#names.get(symbol);
    if (known !== undefined) return known;
    if (!symbol.declarations?.some((one) => this.#isOurs(one))) return undefined;
    const plain = symbol.name === "default" ? exportedAs : symbol.name;
    const count = (this.#taken.get(plain) ?? 0) + 1;
    this.#taken.set(plain, count);
    const name = count === 1 ? plain : `${plain}~${count}`;
    this.#names.set(symbol, name);
    this.#waiting.push(symbol);
    return name;
  }

  #isOurs(declaration: ts.Declaration): boolean {
    const { fileName } = declaration.getSourceFile();
    return /\/latchkey\/dist\//.test(fileName) && !ts.isSourceFile(declaration);
  }

  #declare(symbol: ts.Symbol, declaration: ts.Declaration): void {
    const name = this.#names.get(symbol) ?? symbol.name;
    if (!this.#isOurs(declaration)) return;
    if (ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)) {
      this.#members(symbol, declaration);
    } else if (ts.isTypeAliasDeclaration(declaration)) {
      const { type } = declaration;
      const head = `${this.#parameters(declaration)}`;
      if (ts.isTypeLiteralNode(type)) this.#literal(symbol, type, head);
      else if (ts.isUnionTypeNode(type)) this.#union(name, type, head);
      else this.#line(name, `${head}: ${this.#text(type)}`);
    } else if (ts.isFunctionDeclaration(declaration)) {
      this.#line(`${name}()`, this.#text(declaration).replace(/^.*?\bfunction \w*/, ""));
    } else if (ts.isVariableDeclaration(declaration)) {
      this.#line(name, `: ${declaration.type ? this.#text(declaration.type) : "?"}`);
    } else {
      this.#line(name, this.#text(declaration));
    }
  }

  #members(symbol: ts.Symbol, node: ts.InterfaceDeclaration | ts.ClassDeclaration): void {
    const name = this.#names.get(symbol) ?? symbol.name;
    const heritage = (node.heritageClauses ?? []).map((one) => ` ${this.#text(one)}`).join("");
    this.#line(name, `${this.#parameters(node)}${heritage}${this.#use(symbol)}`);
    for (const member of node.members) this.#member(name, member);
  }

  #literal(symbol: ts.Symbol, { members }: ts.TypeLiteralNode, head: string): void {
    const name = this.#names.get(symbol) ?? symbol.name;
    this.#line(name, `${head}${this.#use(symbol)}`);
    for (const member of members) this.#member(name, member);
  }

  /** Words that a type lists have lines of their own, such as codes of warnings: one more is an addition. */
  #union(name: string, { types }: ts.UnionTypeNode, head: string): void {
    const isWord = (one: ts.TypeNode) =>
      ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal);
    const others = types.filter((one) => !isWord(one)).map((one) => this.#text(one));
    if (others.length > 0) this.#line(name, `${head}: ${others.join(" | ")}`);
    for (const one of types.filter(isWord)) this.#line(name, `${head}| ${this.#text(one)}`);
  }

  /** Whether a program that uses the library gets such values, or makes them. */
  #use(symbol: ts.Symbol): string {
    if (!this.#returned.has(symbol)) return "";
    return this.#written.has(symbol) ? " (returned, written)" : " (returned)";
  }

  #member(owner: string, member: ts.TypeElement | ts.ClassElement): void {
    const text = this.#text(member);
    if (/^(?:private |#)/.test(text)) return;
    const called = member.name ? member.name.getText() : text.replace(/[:(].*$/s, "");
    this.#line(`${owner}.${called}`, text);
  }

  #parameters(node: ts.InterfaceDeclaration | ts.ClassDeclaration | ts.TypeAliasDeclaration) {
    const parameters = (node.typeParameters ?? []).map((one) => this.#text(one));
    return parameters.length === 0 ? "" : `<${parameters.join(", ")}>`;
  }

  #line(key: string, text: string): void {
    this.#lines.push({ key, text });
  }

  /** In one line, with the names of this report in place of those that files give each other. */
  #text(node: ts.Node): string {
    const renamed = ts.transform(node, [
      (context) => {
        const visit = (one: ts.Node): ts.Node =>
          ts.isIdentifier(one) || ts.isImportTypeNode(one)
            ? this.#renamed(one, context)
            : ts.visitEachChild(one, visit, context);
        return (root) => ts.visitEachChild(root, visit, context);
      },
    ]);
    const [result = node] = renamed.transformed;
    const text = this.#printer.printNode(ts.EmitHint.Unspecified, result, node.getSourceFile());
    renamed.dispose();
    return text.replace(/\s+/g, " ").trim();
  }

  #renamed(node: ts.Identifier | ts.ImportTypeNode, { factory }: ts.TransformationContext) {
    const place = ts.isIdentifier(node) ? node : (node.qualifier ?? node);
    const found = this.#checker.getSymbolAtLocation(place);
    const symbol = found && this.#target(found);
    const name = symbol && isNamed(symbol) ? this.#nameOf(symbol, symbol.name) : undefined;
    if (name === undefined || !ts.isIdentifier(node)) return node;
    return factory.createIdentifier(name);
  }

  /**
   * Notes that applications write values of the types that a parameter reaches, and that we write those that a result
   * reaches: a required member that is new breaks the former only.
   */
  #reach(node: ts.Node, written: boolean): void {
    const isCall = ts.isFunctionLike(node);
    for (const child of childrenOf(node)) {
      if (ts.isIdentifier(child)) this.#reachName(child, written);
      else this.#reach(child, isCall && ts.isParameter(child) ? !written : written);
    }
  }

  #reachName(name: ts.Identifier, written: boolean): void {
    const found = this.#checker.getSymbolAtLocation(name);
    const symbol = found && this.#target(found);
    if (!symbol || !isNamed(symbol)) return;
    const places = written ? this.#written : this.#returned;
    if (places.has(symbol)) return;
    places.add(symbol);
    for (const declaration of symbol.declarations ?? []) {
      if (this.#isOurs(declaration)) this.#reach(declaration, written);
    }
  }
}

const childrenOf = (node: ts.Node): ts.Node[] => {
  const children: ts.Node[] = [];
  node.forEachChild((child) => void children.push(child));
  return children;
};

/** Declared by itself: not a parameter, a property or a type parameter. */
function isNamed({ flags, declarations }: ts.Symbol): boolean {
  return (flags & named) !== 0 && !declarations?.some((one) => ts.isParameter(one));
}

const named =
  ts.SymbolFlags.Interface |
  ts.SymbolFlags.TypeAlias |
  ts.SymbolFlags.Class |
  ts.SymbolFlags.Variable |
  ts.SymbolFlags.Function;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
