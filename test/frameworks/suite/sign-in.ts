import { describe, expect, it } from "vitest";
import { ada, adasForm, strategies } from "../../support/config.js";
import { open, pathIn, site, type Surroundings } from "./world.js";

/** Every way in, the session, and the way out, through the library's routes. */
export function signInJourneys(around: Surroundings): void {
  describe.each(strategies)("with %s sessions", (strategy) => {
    it("credentials sign in, and every cookie is a line of its own", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      const answer = await browser.signIn({ ...adasForm, callbackUrl: "/who" });
      expect([answer.status, answer.headers.location]).toEqual([303, `${site}/who`]);
      expect(answer.setCookies.map((line) => line.split("=", 1)[0]).sort()).toEqual([
        "authjs.session-token",
        "latchkey.csrf-token",
        "latchkey.device",
      ]);
      expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
      expect(await browser.session()).toMatchObject({ user: { name: ada.name } });
    });

    it("wrong credentials lead back to the sign-in page, and nobody is signed in", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      const answer = await browser.signIn({ username: "ada", password: "wrong" });
      expect(answer.headers.location).toContain("/auth/signin?error=CredentialsSignin");
      expect((await browser.get("/who")).json()).toBeNull();
    });

    it("an OpenID provider signs in", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      const begun = await browser.submit("signin/op", { callbackUrl: "/who" });
      const arrival = await around.openid.visit(new URL(begun.headers.location ?? ""));
      const back = await browser.get(pathIn(arrival.url));
      expect([back.status, back.headers.location]).toEqual([302, `${site}/who`]);
      expect((await browser.get("/who")).json()).toMatchObject({ user: { name: "Pat Example" } });
    });

    it("the link in a mail signs in", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      await browser.submit("signin/email", { email: "lin@example.org", callbackUrl: "/who" });
      const back = await browser.get(pathIn(around.inbox.newest().link));
      expect([back.status, back.headers.location]).toEqual([302, `${site}/who`]);
      expect((await browser.get("/who")).json()).toMatchObject({
        user: { email: "lin@example.org" },
      });
    });

    it("nobody is signed in before, after signing out, and in another browser", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      expect((await browser.get("/who")).text).toBe("null");
      await browser.signIn(adasForm);
      expect((await visitor().get("/who")).text).toBe("null");
      const out = await browser.signOut();
      expect(out.headers.location).toBe(site);
      expect(browser.sessionCookies()).toEqual([]);
      expect((await browser.get("/who")).text).toBe("null");
    });

    it("a sign-out without the CSRF token ends nothing", async () => {
      const { visitor } = await open(around, { strategy });
      const browser = visitor();
      await browser.signIn(adasForm);
      await browser.post("signout", "", "application/x-www-form-urlencoded");
      expect((await browser.get("/who")).json()).toMatchObject({ user: { name: ada.name } });
    });

    it("the browser updates its session", async () => {
      const { visitor } = await open(around, { strategy, config: { callbacks: renaming } });
      const browser = visitor();
      await browser.signIn(adasForm);
      const body = { csrfToken: await browser.csrfToken(), data: { user: { name: "Countess" } } };
      const answer = await browser.post("session", JSON.stringify(body), "application/json");
      expect(answer.json()).toMatchObject({ user: { name: "Countess" } });
    });
  });
}

/** Callbacks that take a name from an update, for both strategies. */
export const renaming: NonNullable<Parameters<typeof open>[1]["config"]>["callbacks"] = {
  jwt: ({ token, trigger, session }) =>
    trigger === "update" ? { ...token, name: nameIn(session) } : token,
  session: ({ session, trigger, newSession }) =>
    trigger === "update"
      ? { ...session, user: { ...session.user, name: nameIn(newSession) } }
      : session,
};

function nameIn(data: unknown): string | null {
  const name = memberOf(memberOf(data, "user"), "name");
  return typeof name === "string" ? name : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
