import { Auth } from "latchkey";
import { describe, expect, it } from "vitest";
import { cookieNamesOf, location } from "../support/client.js";
import { adasForm, strategies, world } from "../support/config.js";

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };

describe.each(strategies)(
  "Y. characters, boundaries and planted cookies, strategy %s",
  (strategy) => {
    const part = (name: string, value: string | Uint8Array, boundary: string) =>
      Buffer.concat([
        Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`),
        Buffer.from(value),
        Buffer.from("\r\n"),
      ]);
    const multipart = (
      fields: Readonly<Record<string, string | Uint8Array>>,
      boundary = "limit7",
    ) =>
      Uint8Array.from(
        Buffer.concat([
          ...Object.entries(fields).map(([name, value]) => part(name, value, boundary)),
          Buffer.from(`--${boundary}--\r\n`),
        ]),
      );
    const limit7 = { "content-type": "multipart/form-data; boundary=limit7" };

    it.each<[string, BodyInit, Record<string, string>]>([
      ["NUL in JSON", '{"username":"a\\u0000b"}', json],
      ["NUL in a name in JSON", '{"a\\u0000":"b"}', json],
      ["NUL deep in JSON", '{"data":[{"x":{"y":["\\u0000"]}}]}', json],
      ["half a character in JSON", '{"username":"\\ud83d"}', json],
      ["the other half in JSON", '{"data":{"\\ude00":1}}', json],
      ["halves in the wrong order in JSON", '{"username":"\\ude00\\ud83d"}', json],
      ["NUL in a form", "username=a%00b", form],
      ["NUL in a name in a form", "a%00b=1", form],
      ["a NUL byte in a form", "username=a\u0000b", form],
      ["half a character in a form", "username=%ED%A0%BD", form],
      ["NUL in a multipart form", multipart({ username: "a\u0000b" }), limit7],
      [
        "half a character in a multipart form",
        multipart({ x: Uint8Array.of(0xed, 0xa0, 0xbd) }),
        limit7,
      ],
      ["bytes that are no text in a multipart form", multipart({ x: Uint8Array.of(0xe4) }), limit7],
    ])("Y12 %s is a 400", async (_, body, headers) => {
      for (const route of ["callback/credentials", "session", "signout", "signin/credentials"]) {
        const ours = world(strategy).browser();
        await ours.csrfToken();
        const response = await ours.postBody(route, body, { headers });
        expect([response.status, cookieNamesOf(response)]).toEqual([400, []]);
      }
    });

    it("Y12 NUL in a query is a 400, in the path a 404 or the error page; whole characters are read", async () => {
      const ours = world(strategy).browser();
      for (const route of ["signin?error=%00", "error?error=a%00", "signin?x%00=1"]) {
        expect((await ours.get(route)).status).toBe(400);
      }
      expect(location(await ours.submit("signin/%00"))).toContain("error=Configuration");
      const csrfToken = await ours.csrfToken();
      const odd = `{"csrfToken":"${csrfToken}","username":"\\ud83d\\ude00 \\u00e9"}`;
      const read = await ours.postBody("callback/credentials", odd, { headers: json });
      expect(location(read)).toContain("CredentialsSignin");
    });

    it("Y13 a session cookie with NUL is nobody's, and is cleared; the store is not asked", async () => {
      const { config, adapter } = world("database");
      const asked: string[] = [];
      const store = {
        ...adapter,
        getSessionAndUser(token: string) {
          asked.push(token);
          return adapter.getSessionAndUser(token);
        },
      };
      const names = ["authjs.session-token", "authjs.session-token.0"];
      for (const name of names) {
        const response = await Auth(
          new Request("http://app.test/auth/session", { headers: { cookie: `${name}=a%00b` } }),
          { ...config, ...(strategy === "database" && { adapter: store }), session: { strategy } },
        );
        expect([response.status, await response.json()]).toEqual([200, null]);
      }
      expect(asked).toEqual([]);
    });

    it.each([
      ["boundary=limit7", "limit7"],
      ["BOUNDARY=limit7", "limit7"],
      ['boundary="limit7"', "limit7"],
      ['charset=utf-8; boundary="li mit7"', "li mit7"],
      ['boundary="lim:it=7?"; charset=utf-8', "lim:it=7?"],
      ['x="a; boundary=other"; boundary=limit7', "limit7"],
      ['boundary="lim\\it7"', "limit7"],
      ["boundary=limit7;", "limit7"],
    ])(
      "Y14 the multipart type with %s is read with the boundary %j",
      async (parameters, boundary) => {
        const ours = world(strategy).browser();
        const csrfToken = await ours.csrfToken();
        const headers = { "content-type": `Multipart/Form-Data; ${parameters}` };
        const response = await ours.postBody(
          "callback/credentials",
          multipart({ ...adasForm, csrfToken }, boundary),
          { headers },
        );
        expect(location(response)).toBe("https://app.test");
      },
    );

    it.each([
      "boundary=limit7; boundary=other",
      "boundary=limit7; Boundary=limit7",
      "xboundary=limit7",
      'x="boundary=limit7"',
      "boundary=",
      'boundary=""',
      'boundary="limit7',
      "boundary=lim it7",
      "boundary = limit7",
      `boundary=${"x".repeat(71)}`,
      'boundary="lim<it>7"',
      "boundary*=utf-8''limit7",
    ])("Y14 the multipart type with %s is a 400", async (parameters) => {
      const ours = world(strategy).browser();
      const csrfToken = await ours.csrfToken();
      const headers = { "content-type": `multipart/form-data; ${parameters}` };
      const body = multipart({ ...adasForm, csrfToken });
      const response = await ours.postBody("callback/credentials", body, { headers });
      expect(response.status).toBe(400);
      expect(await ours.session()).toBeNull();
    });

    it.each([
      "__proto__=1; constructor=2; prototype=3; hasOwnProperty=4",
      "__Host-latchkey.csrf-token=x; __Secure-authjs.session-token=y; __Host-x=z",
      "=1; ==; ; =; authjs.session-token",
      "latchkey.flow.\u00e9=1; latchkey.flow.=2; latchkey.flow.a b=3; latchkey.flow.a,b=4; latchkey.flow.__proto__=5",
      "latchkey.challenge.\u00e9=1; latchkey.challenge.(=2",
      "authjs.session-token.\u00e9=1; authjs.session-token.-1=2; authjs.session-token.1e1=3",
      Array.from({ length: 10_000 }, (_, n) => `c${n}=v`).join("; "),
      Array.from({ length: 5000 }, (_, n) => `latchkey.flow.${n}=v`).join("; "),
    ])("Y15 planted cookies %.60j make no fault on an http site", async (cookie) => {
      const provider = {
        id: "op",
        name: "Op",
        type: "oauth",
        clientId: "c",
        checks: ["none"],
        authorization: "https://op.test/authorize",
        token: "https://op.test/token",
        userinfo: "https://op.test/me",
      } as const;
      const { config, browser, log } = world(strategy);
      const providers = [...config.providers, provider];
      const all = { ...config, providers };
      const at = (route: string) => `http://app.test/auth/${route}`;
      for (const route of [
        "session",
        "signin",
        "csrf",
        "signout",
        "callback/op?state=\u00e9.x",
        "callback/op?code=1",
      ]) {
        const response = await Auth(new Request(at(route), { headers: { cookie } }), all);
        expect(response.status).toBeLessThan(500);
        expect(response.headers.get("location") ?? "").not.toContain("unexpected");
      }
      const ours = browser({ origin: "http://app.test" });
      const csrfToken = await ours.csrfToken();
      const begun = await Auth(
        new Request(at("signin/op"), {
          method: "POST",
          headers: { cookie: `${ours.cookieHeader()}; ${cookie}`, origin: "http://app.test" },
          body: new URLSearchParams({ csrfToken }),
        }),
        all,
      );
      expect(location(begun)).toContain("https://op.test/authorize");
      expect(
        log.codes("error").filter((code) => code === "AuthError" || code === "TypeError"),
      ).toEqual([]);
    });
  },
);
