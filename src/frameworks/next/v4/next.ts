export { default, getServerSession, NextAuth, unstable_getServerSession } from "./index.js";
