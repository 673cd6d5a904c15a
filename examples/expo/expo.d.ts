// The part of these packages that this example uses, so that it's checked without installing them. In an app of yours,
// remove this file: the packages bring their own types.

declare module "expo-crypto" {
  export enum CryptoDigestAlgorithm {
    SHA256 = "SHA-256",
  }
  export function getRandomBytes(count: number): Uint8Array;
  export function digest(
    algorithm: CryptoDigestAlgorithm,
    data: BufferSource,
  ): Promise<ArrayBuffer>;
}

declare module "expo-secure-store" {
  export function getItemAsync(key: string): Promise<string | null>;
  export function setItemAsync(key: string, value: string): Promise<void>;
  export function deleteItemAsync(key: string): Promise<void>;
}

declare module "expo-web-browser" {
  export type WebBrowserAuthSessionResult =
    | { type: "success"; url: string }
    | { type: "cancel" | "dismiss" | "opened" | "locked" };
  export function openAuthSessionAsync(
    url: string,
    redirectUrl?: string | null,
  ): Promise<WebBrowserAuthSessionResult>;
}

declare module "react-native" {
  import type { FunctionComponent, ReactNode } from "react";

  export const View: FunctionComponent<{ children?: ReactNode }>;
  export const Text: FunctionComponent<{ children?: ReactNode }>;
  export const Button: FunctionComponent<{ title: string; onPress: () => void }>;
}
