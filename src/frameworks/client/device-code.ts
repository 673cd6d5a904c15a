import { AppAuthError, type AppTokens } from "./app-tokens.js";
import { memberOf, textAt } from "../visit/shapes.js";

/** What a device shows its user. */
export interface DeviceCode {
  readonly userCode: string;
  /** The URL where the user types it. */
  readonly verificationUri: string;
  /** The same URL with the code included, for a QR code. */
  readonly verificationUriComplete: string;
  readonly expiresAt: Date;
}

const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
/**
 * Seconds that a device adds to its interval when it's told to slow down (RFC 8628, section 3.5).
 */
const slower = 5;

/** Requests a code, then polls until the user has approved it or it expires. */
export async function signInWithDevice(
  tokens: AppTokens,
  show: (code: DeviceCode) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { device_code, until, pause, shown } = read(await tokens.askForCode());
  show(shown);
  for (let wait = pause; Date.now() < until;) {
    await sleep(wait * 1000, signal);
    try {
      await tokens.inTurn(async () => tokens.redeem({ grant_type, device_code }));
      return;
    } catch (error) {
      const code = error instanceof AppAuthError ? error.code : undefined;
      if (code === "slow_down") wait += slower;
      else if (code !== "authorization_pending") throw error;
    }
  }
  throw new AppAuthError("expired_token");
}

function read(told: unknown) {
  const text = (name: string): string => {
    const value = textAt(told, name);
    if (value !== undefined) return value;
    throw new AppAuthError(textAt(told, "error") ?? "unexpected_answer");
  };
  const until = Date.now() + Number(memberOf(told, "expires_in")) * 1000;
  return {
    device_code: text("device_code"),
    until,
    pause: Number(memberOf(told, "interval") ?? slower),
    shown: {
      userCode: text("user_code"),
      verificationUri: text("verification_uri"),
      verificationUriComplete: text("verification_uri_complete"),
      expiresAt: new Date(until),
    },
  };
}

async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  signal?.throwIfAborted();
}
