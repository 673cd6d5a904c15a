// The page of the React tests, bundled for Chromium. The query says how it is set up.
import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import * as client from "latchkey/react";
import type { Session } from "latchkey/types";

const query = new URLSearchParams(location.search);
const { SessionProvider, useSession } = client;

function Name() {
  const { data, status, error } = useSession();
  const fault = error ? ` (${error.name})` : "";
  return <li>{`${status} ${data?.user?.name ?? ""}`.trim() + fault}</li>;
}

function Required() {
  const { data, status } = useSession({ required: true, guests: query.has("guests") });
  return <li>{`required ${status} ${data?.user?.name ?? ""}`.trim()}</li>;
}

function Account() {
  const account = client.useAccount();
  Object.assign(window, { account });
  const ways = account.data?.ways?.map(({ provider }) => provider).join(" ") ?? "";
  return <p id="account">{`${account.status} ${ways}`.trim()}</p>;
}

function Updater() {
  const { update } = useSession();
  Object.assign(window, { update });
  return null;
}

function Provider({ children }: { children: ReactNode }) {
  const session = query.get("session");
  const interval = query.get("interval");
  return (
    <SessionProvider
      {...(session && { session: sessionIn(session) })}
      {...(interval && { refetchInterval: Number(interval) })}
      {...(query.has("unfocused") && { refetchOnWindowFocus: false })}
    >
      {children}
    </SessionProvider>
  );
}

function sessionIn(text: string): Session | null {
  const session: unknown = JSON.parse(text);
  return isSession(session) ? session : null;
}

function isSession(value: unknown): value is Session {
  return typeof value === "object" && value !== null && "expires" in value;
}

function App() {
  return (
    <Provider>
      <ul>
        <Name />
        <Name />
        <Name />
      </ul>
      <Updater />
      {query.has("required") && <Required />}
      {query.has("account") && <Account />}
    </Provider>
  );
}

const element = document.createElement("main");
document.body.append(element);
const root = createRoot(element);
const app = query.has("strict") ? (
  <StrictMode>
    <App />
  </StrictMode>
) : (
  <App />
);
if (!query.has("bare")) root.render(app);

Object.assign(window, { client, unmount: () => root.unmount() });
