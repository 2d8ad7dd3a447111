import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, noOrders, type Script } from "./support/scripted-api.ts";

const assets = /\/assets\//;
const lost = "This part of the page couldn't be loaded. Check your connection and try again.";
const offline: Script = { ...withDesigns, ...noOrders, "instrumentation/isOnline": () => "no response" };

describe.runIf(hasChromium())("a part of a page whose code can't be loaded", () => {
  const screens = useScreens();
  const openReports = async (script: Script) => {
    const opened = await screens.open("/Reports", { account, script });
    await opened.page.getByText("0 orders", { exact: true }).waitFor();
    await opened.page.route(assets, (route) => route.abort("connectionrefused"));
    return opened;
  };

  it("is reported in the help, and can be loaded by keyboard once the connection is back", async () => {
    const { page } = await openReports(offline);
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page.getByRole("alert").filter({ hasText: lost }).waitFor();
    await expectAccessible(page);
    const again = page.getByRole("button", { name: "Try again" });
    await tabTo(page, again);
    await page.keyboard.press("Enter");
    // It fails: the message stays, and so does the page.
    await expect.poll(() => again.isEnabled()).toBe(true);
    await page.getByText(lost).waitFor();
    await page.getByRole("heading", { name: "Generate report" }).waitFor();
    await page.unroute(assets);
    await tabTo(page, again);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "What a report is made of" }).waitFor();
    expect(await page.getByText(lost).count()).toBe(0);
    await page.getByRole("button", { name: "Close Help and tips" }).click();
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page.getByRole("heading", { name: "What a report is made of" }).waitFor();
  });

  it("can be closed where it was opened, and the page still works", async () => {
    const { page } = await openReports(offline);
    await page.getByRole("button", { name: "Why the report is empty?" }).click();
    await page.getByText(lost).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByText(lost).waitFor({ state: "hidden" });
    const box = page.getByRole("checkbox", { name: "Select specific orders" });
    await box.click();
    await page.getByText(lost).waitFor();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByText(lost).waitFor({ state: "hidden" });
    expect(await box.isChecked()).toBe(false);
  });

  it("keeps the choice of a custom range", async () => {
    const { page } = await openReports(offline);
    await page.getByRole("combobox", { name: "Date range" }).click();
    await page.getByRole("option", { name: "Custom range" }).click();
    await page.getByText(lost).waitFor();
    await page.unroute(assets);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("group", { name: "From" }).waitFor();
  });

  it("reloads the whole page if there is a connection, as there is a newer version", async () => {
    const { page } = await openReports({
      ...withDesigns,
      ...noOrders,
      "instrumentation/isOnline": () => ({ data: true }),
    });
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page.getByText(lost).waitFor();
    await page.unroute(assets);
    // Simulates a new version: this chunk is gone, all others are available.
    await page.route(/\/assets\/reports-help/, (route) => route.fulfill({ status: 404 }));
    const loaded = page.waitForEvent("load");
    await page.getByRole("button", { name: "Try again" }).click();
    await loaded;
    await page.getByRole("heading", { name: "Generate report" }).waitFor();
    expect(await page.getByText(lost).count()).toBe(0);
  });
});
