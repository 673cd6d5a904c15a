import { expect, it } from "vitest";
import { textMember } from "../support/client.js";
import { openInbox } from "../support/inbox.js";
import { email, passwordWorld } from "../support/password-world.js";

const inbox = await openInbox();
const program = { headers: { "x-auth-return-redirect": "1" } };

async function errorOf(typed: string): Promise<string | undefined> {
  const { browser } = passwordWorld(inbox, { provider: { minLength: 8 } });
  const response = await browser().submit("password/sign-up", { email, password: typed }, program);
  return response.status === 400 ? textMember(await response.json(), "error") : undefined;
}

it.each([
  ...[
    "trustno1",
    "qwertyuiop",
    "mercedes",
    "dallas2024",
    "Scorpion!!!",
    "m3rc3d3s1999",
    "mercedes mercedes",
  ],
  ...["bulldogbulldog", "redskins12345", "Nascar#2023#", "1qaz2wsx", "jessica1990!"],
])("a password that anybody would try is refused: %s", async (typed) => {
  expect(await errorOf(typed)).toBe("PasswordCommon");
});

it.each([
  ...["violins under the old bridge", "kobold-tram-93", "mercedes on the quiet hill", "gT7#qLw9pZ"],
  ...["Ñandú río 1978 té", "sieben kurze Pfade"],
])("a password that only holds such a word, or none, is accepted: %s", async (typed) => {
  expect(await errorOf(typed)).toBeUndefined();
});
