import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";

describe.runIf(hasChromium())("The date that counts", () => {
  const screens = useScreens();

  it("is chosen on Reports by keyboard, and named with the range", async () => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      clockFrom: "2026-11-20T12:00:00Z",
      script: withDesigns,
    });
    await page.getByRole("button", { name: "Date that counts: created" }).press("Enter");
    await page.getByRole("menuitem", { name: "Paid" }).waitFor();
    await expectAccessible(page);
    await page.keyboard.type("Paid");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Date that counts: paid" }).waitFor();
    await expect
      .poll(() => callsOf("appData/setManualExport").at(-1)?.body)
      .toMatchObject({ UserOrderFilters: { order_date_basis: 2 } });
    expect(await page.getByRole("combobox", { name: "Date range" }).textContent()).toMatch(/^Paid /);
  });
});
