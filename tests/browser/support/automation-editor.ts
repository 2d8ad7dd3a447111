import type { Page } from "playwright-core";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type { AutomationOnWire, UpdateAutomationPayload } from "#domain/wire/automations/automations.ts";
import type { useScreens } from "./screens.ts";
import { account, type Script } from "./scripted-api.ts";
import { automationAddress, automationServer, pausedReport } from "./scripted-automations.ts";

/** The planned slots, or the reason why there are none. */
export const planned = (page: Page) =>
  page
    .getByRole("list", { name: "The next reports and what each covers" })
    .or(page.getByText("No report is planned until you choose a filter."))
    .waitFor();

/** Chooses where reports go, or a file type: by the card, as a mouse does. */
export const chooseCard = (page: Page, group: "Destination" | "File format", name: string) =>
  page.getByRole("radiogroup", { name: group }).getByText(name, { exact: true }).click();

export const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole("combobox", { name: field }).click();
  await page.getByRole("option", { name: option }).click();
};

type Given = { automation?: AutomationOnWire; info?: Partial<AutomationInfo>; change?: Script };

/** Opens the editor of an automated report over a scripted server, on 20 November 2026 at 14:05 in Athens. */
export const automationEditors =
  (screens: ReturnType<typeof useScreens>) =>
  async ({ automation = pausedReport, info = {}, change = {} }: Given = {}) => {
    const { server, script } = automationServer(automation, info);
    const opened = await screens.open(automationAddress, {
      account,
      script: { ...script, ...change },
      clockFrom: "2026-11-20T12:05:00Z",
    });
    await planned(opened.page);
    const saved = () =>
      opened.callsOf("automations/update-automation").map(({ body }) => body as UpdateAutomationPayload);
    return { ...opened, server, saved, script };
  };
