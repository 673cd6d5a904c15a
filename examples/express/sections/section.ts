import type { Session } from "latchkey/express";
import type { Html } from "../html.js";
import type { Strategy } from "../strategy.js";

/** What the parts of the landing page are made from. */
export interface LandingView {
  readonly session: Session | null;
  readonly strategy: Strategy;
  /** Where Local Identity is. */
  readonly issuer: string;
  /** How many mails the inbox holds. */
  readonly mails: number;
}

/** One part of the landing page. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly body: (view: LandingView) => Html;
  /** The file of the demo that makes it work, and what it does there. */
  readonly file: string;
  readonly how: Html;
  /** Whether it takes the whole width. */
  readonly wide?: (view: LandingView) => boolean;
}
