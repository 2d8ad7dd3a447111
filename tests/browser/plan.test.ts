import { describe, expect, it } from "vitest";
import type { ShopPlan } from "#domain/wire/account/plan.ts";
import { expectAccessibleInBothThemes, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { scriptedConfiguration } from "./support/configuration-scenes.ts";
import { tabTo } from "./support/keyboard.ts";
import { starterPlan as plan } from "./support/plan-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";

describe.runIf(hasChromium())("the page Plan", () => {
  const screens = useScreens();

  it("shows everybody the prices, from the log-in page", async () => {
    const { page, callsOf } = await screens.open("/Login");
    await page.getByRole("link", { name: "See what it costs" }).click();
    await page.waitForURL(/\/Plan$/);
    const plans = page.getByRole("region", { name: "All plans" }).getByRole("listitem");
    await plans.filter({ hasText: "$19.00 USD every 30 days" }).filter({ hasText: "25 report designs" }).waitFor();
    expect(callsOf("account/plan")).toEqual([]);
    await expectAccessibleInBothThemes(page);
  });

  it("shows a shop its price, trial and use, and marks what is full", async () => {
    const server = scriptedConfiguration();
    const { page } = await screens.open("/Configuration", {
      account,
      script: { ...server.script, "account/plan": () => ({ data: plan }) },
    });
    const sections = page.getByRole("navigation", { name: "Sections of Configuration" });
    await tabTo(page, sections.getByRole("link", { name: "Plan" }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Plan$/);
    await page.getByRole("heading", { name: "Your plan: Starter" }).waitFor();
    await page.getByText("Free until 2126/12/04. Then $9.00 USD every 30 days, on your store's bill.").waitFor();
    const bar = page.getByRole("progressbar", { name: "5 of 5 report designs" });
    expect(await bar.getAttribute("aria-valuenow")).toBe("100");
    await page.getByText("To add more, delete one in Manager, or move your store to a larger plan.").waitFor();
    expect(await page.getByRole("button", { name: "Approve the charge" }).count()).toBe(0);
    await expectAccessibleInBothThemes(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFitsTelephone(page);
  });

  it("is open before the charge, and leads to it", async () => {
    const waiting: ShopPlan = { ...plan, TrialEnd: null, Charge: { ...plan.Charge, Status: "pending" } };
    const { page } = await screens.open("/Plan", {
      account: { ...account, accept_terms_etc: null },
      script: { "account/plan": () => ({ data: waiting }) },
    });
    await page.getByText(/You haven't approved this in your store yet\./).waitFor();
    const approve = page.getByRole("link", { name: "Approve the charge in your store" });
    expect(await approve.getAttribute("href")).toMatch(/\/Account\/select-tier$/);
  });
});
