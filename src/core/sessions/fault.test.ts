import { expect, it } from "vitest";
import { AdapterError, SessionTokenError, SessionUnavailable } from "../errors/errors.js";
import { RequestProblem, unavailable as stateUnavailable } from "../http/request-problem.js";
import { faultOf, unavailable } from "./fault.js";

it("it is the store's fault where nothing is known of a session without it", () => {
  const faults = [new AdapterError("x"), new SessionUnavailable("x"), stateUnavailable()];
  expect(faults.map(faultOf)).toEqual(["store", "store", "store"]);
});

it("it is the callback's fault otherwise, whatever it threw", () => {
  const others = [new Error("x"), new SessionTokenError("x"), new RequestProblem(429, "x"), "x"];
  expect(others.map(faultOf)).toEqual(["callback", "callback", "callback", "callback"]);
  expect(faultOf({ status: 503 })).toBe("callback");
});

it("what is thrown where nothing is known says what to answer, and why where that is known", () => {
  const err = new Error("down");
  expect(unavailable(err)).toMatchObject({ type: "SessionUnavailable", cause: { err } });
  expect(unavailable(undefined).message).toContain("Return status 503");
  expect(unavailable(undefined).cause).toBeUndefined();
});
