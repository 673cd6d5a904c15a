/** The error for a missing optional package, with the command that installs it. */
export function missingPackage(name: string, cause: unknown): Error {
  return new Error(`This database needs the package ${name}: npm install ${name}`, { cause });
}
