import { describe, expect, it } from "vitest";
import { assertPercentEncoding, readBody } from "./body.js";

const mebibyte = 1024 * 1024;

const post = (type: string, body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("https://app.test/", {
    method: "POST",
    headers: { "content-type": type, ...headers },
    body,
  });
const read = async (type: string, body: BodyInit) => (await readBody(post(type, body))).toObject();
const containing = (text: string): unknown => expect.stringContaining(text);
const problem = (status: number, message: string) => ({
  name: "RequestProblem",
  status,
  message: containing(message),
});

/** A body that comes in pieces, as from a socket. */
function streamed(type: string, stream: ReadableStream<Uint8Array>): Request {
  const init = { method: "POST", headers: { "content-type": type }, body: stream, duplex: "half" };
  return new Request("https://app.test/", init);
}

const form = (...parts: readonly (readonly [string, string])[]) =>
  [
    ...parts.map(
      ([name, value]) => `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}`,
    ),
    "--xx--\r\n",
  ].join("\r\n");

describe("the body of a request", () => {
  it("is read by its content type, whatever its case and parameters", async () => {
    for (const type of ["application/json", "Application/JSON ; charset=utf-8"]) {
      expect(await read(type, '{"a":"1","b":[2]}')).toEqual({ a: "1", b: [2] });
    }
    expect(await read("application/x-www-form-urlencoded;x", "a=1&b=%C3%BC&b=3")).toEqual({
      a: "1",
      b: ["ü", "3"],
    });
    expect(await read('multipart/form-data; Boundary="xx"', form(["a", "1"], ["a", "ü"]))).toEqual({
      a: ["1", "ü"],
    });
  });

  it("that is empty has no fields, whatever its type", async () => {
    expect(await read("text/plain", "")).toEqual({});
    expect((await readBody(new Request("https://app.test/"))).names()).toEqual([]);
  });

  it.each(["text/plain", "application/jsonx", "x", ""])("of type %j is refused", async (type) => {
    await expect(read(type, "a=1")).rejects.toMatchObject(problem(415, "application/json"));
  });

  it("without a type is refused", async () => {
    const request = new Request("https://app.test/", {
      method: "POST",
      body: new TextEncoder().encode("a=1"),
    });
    await expect(readBody(request)).rejects.toMatchObject({ status: 415 });
  });

  it("may be as large as 1 MiB, said or unsaid", async () => {
    const type = "application/x-www-form-urlencoded";
    expect(await read(type, `a=${"x".repeat(mebibyte - 2)}`)).toHaveProperty("a");
    await expect(read(type, `a=${"x".repeat(mebibyte - 1)}`)).rejects.toMatchObject(
      problem(413, "1 MiB"),
    );
    const told = (length: number) => post(type, "a=1", { "content-length": `${length}` });
    expect((await readBody(told(mebibyte))).names()).toEqual(["a"]);
    await expect(readBody(told(mebibyte + 1))).rejects.toMatchObject(problem(413, "1 MiB"));
  });

  it("that is said to be too large is not read at all", async () => {
    const request = post("application/json", "{}", { "content-length": `${mebibyte + 1}` });
    await expect(readBody(request)).rejects.toMatchObject({ status: 413 });
    expect(request.bodyUsed).toBe(false);
  });

  it("that grows too large is not read to its end", async () => {
    let cancelled = false;
    let pulled = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(mebibyte / 2));
      },
      cancel() {
        cancelled = true;
      },
    });
    await expect(readBody(streamed("application/json", stream))).rejects.toMatchObject({
      status: 413,
    });
    expect(cancelled).toBe(true);
    expect(pulled).toBeLessThan(6);
  });

  it("is put together from its pieces in their order", async () => {
    const pieces = ['{"a":', '"one', ' two"}'].map((text) => new TextEncoder().encode(text));
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        controller.close();
      },
    });
    const fields = await readBody(streamed("application/json", stream));
    expect(fields.toObject()).toEqual({ a: "one two" });
  });

  it("that breaks off is the sender's fault", async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull: () => Promise.reject(new Error("reset")),
    });
    await expect(readBody(streamed("application/json", stream))).rejects.toMatchObject(
      problem(400, "ended unexpectedly"),
    );
  });

  it("that somebody else reads is said to be read before", async () => {
    const request = post("application/json", "{}");
    request.body?.getReader();
    await expect(readBody(request)).rejects.toMatchObject(problem(400, "already read"));
  });
});

describe("a JSON body", () => {
  const json = (text: BodyInit) => read("application/json", text);

  it.each([
    ["{", "valid JSON"],
    ["[1]", "must be a JSON object"],
    ["null", "must be a JSON object"],
    ['"a"', "must be a JSON object"],
  ])("%s is refused: %s", async (text, message) => {
    await expect(json(text)).rejects.toMatchObject(problem(400, message));
  });

  it("that is no UTF-8 is refused", async () => {
    await expect(json(Uint8Array.of(0x7b, 0xff, 0x7d))).rejects.toMatchObject(
      problem(400, "isn't UTF-8"),
    );
  });

  const nested = (depth: number, [open, close]: readonly [string, string]) =>
    `{"a":${open.repeat(depth - 1)}${close.repeat(depth - 1)}}`;

  it("may be 64 levels deep", async () => {
    expect(await json(nested(64, ["[", "]"]))).toHaveProperty("a");
    await expect(json(nested(65, ["[", "]"]))).rejects.toMatchObject(problem(400, "too deeply"));
    await expect(json(nested(65, ['{"a":', "}"]))).rejects.toMatchObject(
      problem(400, "too deeply"),
    );
  });

  it("counts levels, not brackets", async () => {
    expect(await json(`{"a":[${"[],".repeat(100)}1]}`)).toHaveProperty("a");
    expect(await json(`{"a":[${"{},".repeat(100)}1]}`)).toHaveProperty("a");
    expect(await json(JSON.stringify({ a: "[{".repeat(100) }))).toHaveProperty("a");
    expect(await json(JSON.stringify({ ["[".repeat(100)]: "}]".repeat(100) }))).toBeDefined();
  });

  it("is not fooled by quotes and backslashes inside of texts", async () => {
    const brackets = "[".repeat(100);
    expect(await json(JSON.stringify({ a: `"${brackets}` }))).toHaveProperty("a");
    expect(await json(JSON.stringify({ a: `\\"${brackets}` }))).toHaveProperty("a");
    // The text ends after the backslash, so that the brackets are levels.
    const deep = `{"a":"\\\\","b":${"[".repeat(64)}${"]".repeat(64)}}`;
    await expect(json(deep)).rejects.toMatchObject(problem(400, "too deeply"));
  });
});

describe("a JSON body with much in it", () => {
  const json = (text: string) => read("application/json", text);
  const members = (count: number) =>
    `{${Array.from({ length: count }, (_, index) => `"${index}":1`).join()}}`;

  it("may have 10 000 members, objects and lists, itself included", async () => {
    expect(Object.keys(await json(members(9999)))).toHaveLength(9999);
    await expect(json(members(10_000))).rejects.toMatchObject(problem(400, "too many members"));
    const lists = `{"a":[${"[],".repeat(10_000)}1]}`;
    await expect(json(lists)).rejects.toMatchObject(problem(400, "too many members"));
  });

  it("may have any number of values and texts", async () => {
    expect(await json(`{"a":[${"1,".repeat(20_000)}1]}`)).toHaveProperty("a");
    expect(await json(JSON.stringify({ a: ":".repeat(20_000) }))).toHaveProperty("a");
  });
});

describe("a form", () => {
  it("may have 1000 fields", async () => {
    const of = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=x`).join("&");
    const form = (count: number) => read("application/x-www-form-urlencoded", of(count));
    expect(Object.keys(await form(1000))).toHaveLength(1000);
    await expect(form(1001)).rejects.toMatchObject(problem(400, "too many fields"));
  });

  it("has blanks as plus signs, and plus signs encoded", async () => {
    expect(await read("application/x-www-form-urlencoded", "a+b=c+d%2Be")).toEqual({
      "a b": "c d+e",
    });
  });

  it.each(["a=%", "a=%zz", "a=%ff", "%=1"])("%j is refused", async (text) => {
    await expect(read("application/x-www-form-urlencoded", text)).rejects.toMatchObject(
      problem(400, "percent-encoding"),
    );
  });

  it("that is no UTF-8 is refused", async () => {
    await expect(
      read("application/x-www-form-urlencoded", Uint8Array.of(0x61, 0x3d, 0xff)),
    ).rejects.toMatchObject(problem(400, "isn't UTF-8"));
  });

  it.each(["", "plain", "%41", "a%20b"])("%j is good percent-encoding", (text) => {
    expect(() => assertPercentEncoding(text)).not.toThrow();
  });
});

describe("a multipart form", () => {
  const multipart = (body: BodyInit, type = "multipart/form-data; boundary=xx") => read(type, body);

  it("that names no boundary is refused", async () => {
    await expect(multipart(form(["a", "1"]), "multipart/form-data")).rejects.toMatchObject(
      problem(400, "has no boundary"),
    );
  });

  it("that is not in parts is refused", async () => {
    await expect(multipart("a=1")).rejects.toMatchObject(problem(400, "isn't a valid multipart"));
  });

  it("may hold what only begins like its boundary", async () => {
    expect(await multipart(form(["a", "--x\r\n".repeat(2000)]))).toHaveProperty("a");
  });

  it("with a long head of a part is refused", async () => {
    expect(await multipart(form(["a", "y".repeat(9000)]))).toHaveProperty("a");
    await expect(multipart(form(["n".repeat(4096), "1"]))).rejects.toMatchObject(
      problem(400, "too long"),
    );
  });

  it("with a file is refused", async () => {
    const data = new FormData();
    data.append("a", new Blob(["x"]), "x.txt");
    const request = new Request("https://app.test/", { method: "POST", body: data });
    await expect(readBody(request)).rejects.toMatchObject(problem(400, "Files"));
  });

  it("may have 999 fields, its end being a part too", async () => {
    const of = (count: number) =>
      form(...Array.from({ length: count }, (_, index) => [`f${index}`, "x"] as const));
    expect(Object.keys(await multipart(of(999)))).toHaveLength(999);
    await expect(multipart(of(1000))).rejects.toMatchObject(problem(400, "too many parts"));
  });
});
