import { describe, expect, it } from "vitest";
import {
  badRequest,
  methodNotAllowed,
  notFound,
  tooLarge,
  tooLong,
  unsupportedType,
} from "./request-problem.js";

describe("a request that can't be worked on", () => {
  it.each([
    [400, "why", {}, () => badRequest("why")],
    [404, "Nothing is at this URL", {}, notFound],
    [405, "method", { allow: "GET, HEAD" }, () => methodNotAllowed(["GET", "HEAD"])],
    [413, "1 MiB", {}, tooLarge],
    [414, "64 KiB", {}, tooLong],
    [415, "multipart/form-data", {}, unsupportedType],
  ])("is answered with %i and told why: %s", (status, message, headers, make) => {
    const problem = make();
    expect(problem).toMatchObject({ name: "RequestProblem", status });
    expect(problem.message).toContain(message);
    expect(problem.headers).toEqual(headers);
  });
});
