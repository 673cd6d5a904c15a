import type { CoreWeakness } from "../../types/finding.js";

/** What is weak and why that is dangerous, and the line to write. */
export interface WeaknessText {
  readonly message: string;
  readonly cure: string;
}

export const weaknessTexts: Readonly<Record<CoreWeakness, WeaknessText>> = {
  "weak-session-cookie-script": {
    message: "Scripts can read the session cookie, so one injected script steals every session.",
    cure: "Remove `httpOnly: false` from `cookies.sessionToken.options`. Read the session with `getSession` in the browser.",
  },
  "weak-cookie-script": {
    message: "Scripts can read cookies that protect a sign-in",
    cure: "Remove `httpOnly: false` from the option `cookies`.",
  },
  "weak-cookie-insecure": {
    message: "Cookies travel over http too, where anyone on the network can read them.",
    cure: "Remove `useSecureCookies: false`, and `secure: false` from the option `cookies`.",
  },
  "weak-cookie-same-site": {
    message: "Browsers send the session or CSRF cookie with requests from every other site.",
    cure: 'Remove `sameSite: "none"` from `cookies.sessionToken` and `cookies.csrfToken`.',
  },
  "weak-cookie-domain": {
    message:
      "Every subdomain gets the cookies with a `domain`, so the weakest of them can read or replace a session",
    cure: "Remove `domain` from the option `cookies`, unless all subdomains are yours and as safe as this site.",
  },
  "weak-host": {
    message:
      "The Host header of requests is trusted: if your proxy passes on what a client sends, links in mails can lead to another site.",
    cure: "Set AUTH_URL, or the option `url`, to the URL of the site.",
  },
  "weak-url": {
    message: "The site is at an http URL: cookies and passwords travel unencrypted.",
    cure: "Serve the site over https, and set AUTH_URL to its https URL.",
  },
  "weak-session-lifetime": {
    message:
      "A session can go unused for more than a year and still work, as does a stolen or forgotten one.",
    cure: "Set `session.maxAge` to a year at most, or leave it out for 30 days.",
  },
  "weak-jwt": {
    message:
      "`jwt.decode` accepts a token that was changed after `jwt.encode` made it, so anyone can sign in as anyone.",
    cure: "Remove `jwt.encode` and `jwt.decode`, or verify a signature in `jwt.decode` before you trust the claims.",
  },
  "weak-redirect": {
    message:
      "The `redirect` callback allows every URL, so a link to your sign-in page can end at a phishing site.",
    cure: "Return `baseUrl` from `callbacks.redirect` unless the origin of `url` is one you listed.",
  },
  "weak-linking": {
    message:
      "Accounts are linked by email address alone: anyone who can register an address at the provider takes over the user who has it",
    cure: "Remove `allowDangerousEmailAccountLinking`, unless the provider verifies every address.",
  },
  "weak-credentials": {
    message:
      "A credentials provider declares no fields, so attempts are limited by name only if the name is sent as `email`, `username`, `login`, `user` or `name`",
    cure: 'Declare its fields: `credentials: { username: {}, password: { type: "password" } }`.',
  },
  "weak-rate-limit": {
    message: "Failed sign-ins aren't limited, so passwords and codes can be guessed",
    cure: "Remove `rateLimit: false`, or set limits of your own.",
  },
  "weak-store": {
    message: "Users and sessions are in the memory of one process, and are lost when it ends.",
    cure: 'Use an adapter for a database, such as `SqlAdapter` of "latchkey/adapters/sql".',
  },
  "weak-state": {
    message:
      "Limits and single use are counted in each process alone: with several processes, there are as many attempts as processes",
    cure: "Set `sharedState`, such as `redisState(client)` or `sqlState(db)`; for a single process, `memoryState()`.",
  },
  "weak-notices": {
    message:
      "Users aren't told when their password or second factor changes: the mailer has no `sendNotice`.",
    cure: "Use a mailer of `latchkey/providers`, or give yours a `sendNotice` function.",
  },
};
