/** For edge bundles: there's hardly a proxy in front of them that the platform doesn't run itself. */
export function warnOfProxyMismatch(): void {
  return undefined;
}

export function warnOfOtherPlace(): void {
  return undefined;
}

/** Told in development only. */
export function hintAtTarget(): void {
  return undefined;
}
