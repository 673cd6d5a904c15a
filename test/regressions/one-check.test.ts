import { Auth, skipCSRFCheck } from "latchkey";
import AzureADB2C from "latchkey/providers/azure-ad-b2c";
import GitHub from "latchkey/providers/github";
import { expect, it } from "vitest";

/** The parameters that the browser is sent to GitHub with. */
async function parametersFor(checks: Parameters<typeof GitHub>[0]) {
  const response = await Auth(
    new Request("https://app.test/auth/signin/github", { method: "POST" }),
    {
      providers: [GitHub({ clientId: "a", clientSecret: "b", ...checks })],
      secret: "a secret of more than thirty-two characters",
      trustHost: true,
      skipCSRFCheck,
    },
  );
  const { searchParams } = new URL(response.headers.get("location") ?? "");
  return ["state", "code_challenge"].map((name) => searchParams.has(name));
}

it("one check may be a text, as next-auth 4 had it: it isn't taken for a list of letters", async () => {
  expect(await parametersFor({ checks: "state" })).toEqual([true, false]);
  expect(await parametersFor({ checks: "pkce" })).toEqual(
    await parametersFor({ checks: ["pkce"] }),
  );
  expect(await parametersFor({ checks: ["state"] })).toEqual([true, false]);
});

it("Azure AD B2C finds its issuer by tenant and user flow, as next-auth 4 did", () => {
  const flow = { tenantId: "example", primaryUserFlow: "B2C_1_in" };
  const issuer = "https://example.b2clogin.com/example.onmicrosoft.com/B2C_1_in/v2.0";
  expect(AzureADB2C(flow)).toMatchObject({ issuer, options: {} });
  expect(AzureADB2C({ ...flow, issuer: "https://login.example.com" }).options?.issuer).toBe(
    "https://login.example.com",
  );
  expect(AzureADB2C({ tenantId: "example" })).not.toHaveProperty("issuer");
});
