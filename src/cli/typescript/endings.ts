/** Whether a file is written in TypeScript, by its name. */
export const isTypeScript = (path: string): boolean => /\.[cm]?tsx?$/.test(path);

/** Whether a file may hold JSX, by its name: in `.ts`, `<T>value` is a type assertion. */
export const hasJsx = (path: string): boolean => /\.(?:tsx|jsx|[cm]?js)$/.test(path);
