import { expect, it } from "vitest";
import { openBrowser } from "../support/browser.js";
import { ada, startDemo } from "../support/demo.js";
import { axeFindings, fillIn, isTooWide, usualLooks, watch } from "../support/demo-page.js";

const browser = await openBrowser();

it.each(usualLooks)(
  "Ada manages users in the demo, without findings, on $look",
  { timeout: 90_000 },
  async ({ options }) => {
    const origin = await startDemo();
    const page = await browser.newPage(options);
    page.setDefaultTimeout(20_000);
    const seen = watch(page);
    const findings: unknown[] = [];
    const inspect = async () => {
      findings.push(...(await axeFindings(page)));
      if (await isTooWide(page)) findings.push(`${page.url()} is too wide`);
    };
    await page.goto(`${origin}/auth/signin?callbackUrl=/`);
    await fillIn(page, ada);
    await page.getByRole("link", { name: "Manage users" }).click();
    await inspect();
    await page.getByRole("searchbox").fill("ben@");
    await page.getByRole("button", { name: "Search" }).click();
    await inspect();
    await page.getByRole("link", { name: "Ben Sample" }).click();
    await page.getByText("Ban this user").first().click();
    await inspect();
    await page.getByRole("button", { name: "Act as this user" }).click();
    await page.getByText("You are acting as").waitFor();
    await inspect();
    await page.getByRole("link", { name: "Back to my own account" }).click();
    await inspect();
    await page.getByRole("button", { name: "Back to my own account" }).click();
    await page.getByRole("link", { name: "Ben Sample" }).click();
    await page.getByText("admin.impersonation-began").waitFor();
    await page.getByText("Ban this user").first().click();
    await page.getByLabel("Reason").fill("Spam");
    await page.getByRole("button", { name: "Ban this user" }).click();
    await page.getByText("The user is banned").waitFor();
    await inspect();
    await page.getByRole("button", { name: "Lift the ban" }).click();
    await page.getByText("The ban is lifted").waitFor();
    await page.getByRole("link", { name: "All users" }).click();
    await page.getByText("Invite a user").click();
    await inspect();
    await page.getByLabel("Email address", { exact: true }).fill("new@example.com");
    await page.getByRole("button", { name: "Send the invitation" }).click();
    await page.getByText("The invitation is on its way").waitFor();
    await inspect();
    expect(findings).toEqual([]);
    expect([seen.refused, seen.errors]).toEqual([[], []]);
    await page.context().close();
  },
);
