// The part of Electron that this example uses, so that it's checked without installing it. In a program of yours, remove this
// file: Electron brings its own types.

declare module "electron" {
  export const app: {
    whenReady(): Promise<void>;
    getPath(name: "userData"): string;
    quit(): void;
  };
  export const safeStorage: {
    encryptString(text: string): Buffer;
    decryptString(encrypted: Buffer): string;
  };
  export const shell: { openExternal(url: string): Promise<void> };
}
