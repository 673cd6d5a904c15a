import type { ReactNode } from "react";
import { SessionProvider } from "latchkey/react";
import { auth } from "../auth";
import { Greeting } from "./greeting";
import "./style.css";

export const metadata = { title: "latchkey in Next.js" };

export default async function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <Greeting />
          <nav>
            <a href="/">Home</a> <a href="/login">Sign in</a> <a href="/protected">Protected</a>{" "}
            <a href="/members">Members</a> <a href="/profile">Profile</a>{" "}
            <a href="/client">Client</a> <a href="/legacy">Pages router</a>
          </nav>
        </header>
        <SessionProvider session={await auth()}>
          <main>{children}</main>
        </SessionProvider>
      </body>
    </html>
  );
}
