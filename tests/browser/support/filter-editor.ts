import type { Locator, Page } from "playwright-core";
import type { UpdateFilterPayload } from "#domain/wire/filters/filters.ts";
import type { OpenOptions } from "./open-page.ts";
import type { useScreens } from "./screens.ts";
import { account, type Call, type Script } from "./scripted-api.ts";
import { emptyFilter, filterServer } from "./scripted-filters.ts";

export const address = "/Filters/Edit/f1";
export const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
export const field = (page: Page, name: string, inGroup = "Order"): Locator =>
  group(page, inGroup).getByRole("combobox", { name, exact: true });
export const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
/** Has counted; on a narrow screen the bar says so, too. */
export const counted = (page: Page) =>
  page
    .getByText(/^(<=)?[\d,]+ orders?$/)
    .first()
    .waitFor();
/** Opens a group's choice of conditions. */
export const openChoice = (page: Page, name: string) =>
  group(page, name).getByRole("button", { name, exact: false }).first().click();

export const bodies = (calls: Call[]) => calls.map(({ body }) => body as UpdateFilterPayload);
/** The values of one siever as they were saved last. */
export const savedValues = (calls: Call[], code: number) =>
  bodies(calls)
    .at(-1)
    ?.OrderSievers.find(({ Field }) => Field === code)?.Filter;

/** The values of a group as they are read, each with its operator. */
export const shownValues = (within: Locator): Promise<string[]> =>
  within
    .locator(".MuiAutocomplete-tag")
    .evaluateAll((values) => values.map((value) => (value as HTMLElement).innerText.replaceAll(/\s+/gu, " ").trim()));
/** The text of a value, such as `is not vip`. A click makes it text again. */
export const value = (page: Page, name: string) =>
  page.getByRole("group", { name, exact: true }).locator("button:has([data-value-text])");
/** The operator that stands inside a value, as `Tags (Order), vip: is`, or beside the text being typed, as `Tags (Order): is`. */
export const operator = (page: Page, name: string) =>
  page.getByRole("button", { name: `${name}. Compare otherwise`, exact: true });
export const isFocused = (target: Locator): Promise<boolean> => target.evaluate((element) => element.matches(":focus"));
export const chooseOperator = async (page: Page, name: string, chosen: string): Promise<void> => {
  await operator(page, name).click();
  await page.getByRole("menuitem", { name: chosen, exact: true }).click();
};

/** Types a value into a field and takes it. */
export const add = async (target: Locator, text: string): Promise<void> => {
  await target.fill(text);
  await target.press("Enter");
};

/** Opens the editor of a filter over a scripted server, when it has counted. */
export const filterEditors =
  (screens: ReturnType<typeof useScreens>) =>
  async (filter = emptyFilter, change: Script = {}, more: OpenOptions = {}) => {
    const { server, script } = filterServer(filter);
    const opened = await screens.open(address, { account, script: { ...script, ...change }, ...more });
    await counted(opened.page);
    return { ...opened, server, updates: () => opened.callsOf("filters/update-filter") };
  };
