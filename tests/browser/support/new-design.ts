import type { Page } from "playwright-core";

/** The options of 'New report design'. */
export const starterButton = (page: Page, name = "Order lines") =>
  page.getByRole("dialog", { name: "New report design" }).getByRole("button", { name, exact: true });

/** Chooses a starter, and returns from the designer to Reports, where the design is chosen. */
export const chooseStarter = async (page: Page, name?: string): Promise<void> => {
  await starterButton(page, name).click();
  await page.waitForURL(/\/Report\/Design\//);
  await page.getByRole("banner").getByRole("link", { name: "Reports", exact: true }).click();
  await page.getByRole("combobox", { name: "Report design" }).waitFor();
};
