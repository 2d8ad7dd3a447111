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
/** Waits for the count, which is also in the bar on a narrow screen. */
export const counted = (page: Page) =>
  page
    .getByText(/^(<=)?[\d,]+ orders?$/)
    .first()
    .waitFor();
/** Opens a group's conditions. */
export const openChoice = (page: Page, name: string) =>
  group(page, name).getByRole("button", { name, exact: false }).first().click();

export const bodies = (calls: Call[]) => calls.map(({ body }) => body as UpdateFilterPayload);
/** Returns a siever's last saved values. */
export const savedValues = (calls: Call[], code: number) =>
  bodies(calls)
    .at(-1)
    ?.OrderSievers.find(({ Field }) => Field === code)?.Filter;

/** Returns a group's shown values, each with its operator. */
export const shownValues = (within: Locator): Promise<string[]> =>
  within
    .locator(".MuiAutocomplete-tag")
    .evaluateAll((values) => values.map((value) => (value as HTMLElement).innerText.replaceAll(/\s+/gu, " ").trim()));
/** Finds a value's text, such as `is not vip`. A click makes it text again. */
export const value = (page: Page, name: string) =>
  page.getByRole("group", { name, exact: true }).locator("button:has([data-value-text])");
/** Finds the operator inside a value, as `Tags (Order), vip: is`, or beside typed text, as `Tags (Order): is`. */
export const operator = (page: Page, name: string) =>
  page.getByRole("button", { name: `${name}. Change how to compare`, exact: true });
export const isFocused = (target: Locator): Promise<boolean> => target.evaluate((element) => element.matches(":focus"));
export const chooseOperator = async (page: Page, name: string, chosen: string): Promise<void> => {
  await operator(page, name).click();
  await page.getByRole("menuitem", { name: chosen, exact: true }).click();
};

/** Types and adds a value. */
export const add = async (target: Locator, text: string): Promise<void> => {
  await target.fill(text);
  await target.press("Enter");
};

/** Opens a filter's editor over a scripted server, once counted. */
export const filterEditors =
  (screens: ReturnType<typeof useScreens>) =>
  async (filter = emptyFilter, change: Script = {}, more: OpenOptions = {}) => {
    const { server, script } = filterServer(filter);
    const opened = await screens.open(address, { account, script: { ...script, ...change }, ...more });
    await counted(opened.page);
    return { ...opened, server, updates: () => opened.callsOf("filters/update-filter") };
  };
