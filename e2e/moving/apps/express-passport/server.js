import express from "express";
import session from "express-session";
import passport from "passport";
import { Strategy } from "passport-local";

passport.use(new Strategy((username, password, done) => done(null, { username, password })));
export const app = express();
app.use(session({ secret: "next-auth isn't used here" }), passport.session());
