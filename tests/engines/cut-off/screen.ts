import { expect } from "vitest";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { launchChromium } from "#tests/browser/support/chromium.ts";
import { openPage } from "#tests/browser/support/open-page.ts";
import type { Merchant } from "#tests/support/merchant.ts";
import { until } from "#tests/support/until.ts";

/** Between two changes, so that each is saved by itself, ms. */
const betweenChanges = 2_000;
const notSaved = "Your last changes are not saved yet.";

export type Screen = {
  /** Types on until the page says these words; fails where it has not after so many ms. */
  says(words: string, within: number): Promise<void>;
  /** Resolves when the page has taken those words back, and what was typed meanwhile is saved. */
  isWell(words: string): Promise<void>;
  close(): Promise<void>;
};

/** A merchant who sits before an editor of their own filter, in Chromium, and types. */
export const openScreen = async (merchant: Merchant): Promise<Screen> => {
  const { client, account } = merchant;
  const { id } = await client.data<Filter>("POST", "filters/create-new");
  const browser = await launchChromium();
  const { page, problems } = await openPage(browser, `${client.baseUrl}/Filters/Edit/${id}`, {
    ...{ account, api: client.baseUrl, token: client.token() ?? "" },
  });
  const title = page.getByRole("textbox", { name: "Title" });
  let alerts: string[] = [];
  const look = async () => {
    alerts = await page.getByRole("alert").allInnerTexts();
    return alerts;
  };
  const picture = () => alerts.join(" ");
  const saved = async () => (await client.data<Filter>("GET", `filters/get-filter?id=${id}`)).title;
  let typed = "";
  let changes = 0;
  const type = async () => {
    changes += 1;
    typed = `Typed ${changes}`;
    await title.fill(typed);
  };
  await type();
  await expect.poll(saved, { timeout: 60_000 }).toBe(typed);
  return {
    async says(words, within) {
      const doesSay = async () => {
        await type();
        return (await look()).some((text) => text.includes(words));
      };
      await until(`the page shows: ${words}`, doesSay, { within, every: betweenChanges, picture });
    },
    async isWell(words) {
      const isQuiet = async () => !(await look()).some((text) => text.includes(words) || text.includes(notSaved));
      await until("the page recovers", isQuiet, { within: 120_000, every: 250, picture });
      await expect.poll(saved, { timeout: 60_000 }).toBe(typed);
      expect(await title.inputValue()).toBe(typed);
    },
    async close() {
      await browser.close();
      expect(problems).toEqual([]);
    },
  };
};
