import type { NextAuthConfig } from "latchkey/next";
import Credentials from "latchkey/providers/credentials";
import Nodemailer from "latchkey/providers/nodemailer";
import Passkey from "latchkey/providers/passkey";
import { printMail } from "./mail";
import { findPerson } from "./people";

type Providers = NextAuthConfig["providers"];

const password = Credentials({
  credentials: {
    username: { label: "User name" },
    password: { label: "Password", type: "password" },
  },
  authorize: findPerson,
});

const mail = Nodemailer({
  id: "mail",
  name: "e-mail",
  from: "no-reply@example.com",
  server: { sendMail: printMail },
});

/** An OpenID provider of your own: set AUTH_LOCAL_ISSUER, AUTH_LOCAL_ID and AUTH_LOCAL_SECRET. */
const local: Providers = process.env["AUTH_LOCAL_ISSUER"]
  ? [{ id: "local", name: "the local provider", type: "oidc" }]
  : [];

export const providers: Providers = [password, mail, Passkey(), ...local];
