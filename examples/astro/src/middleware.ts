import { sequence } from "astro/middleware";
import { requireUser } from "latchkey/astro";
import * as auth from "./auth.js";

export const onRequest = sequence(auth.onRequest, requireUser("/account"));
