import type { Scene } from "./scene.ts";
import { account, type Script } from "./scripted-api.ts";
import { automation, automationListServer } from "./scripted-automation-list.ts";

export const automationsNow = "2026-11-23T12:00:00.000Z";
const busy = () => ({ status: 503, error: { code: "Busy", message: "The server is busy. Try again in a moment." } });

type Given = Parameters<typeof automationListServer>[0];

/** Each opening has its own server, since some scenes change what it has. */
const scene = (name: string, given: Given, ready: Scene["ready"], change: Script = {}): Scene => ({
  name: `automations${name}`,
  path: "/Automation",
  get options() {
    return { account, clockFrom: automationsNow, script: { ...automationListServer(given).script, ...change } };
  },
  ready,
});

const there: Scene["ready"] = ({ page }) => page.getByText("Stock feed, second partner").waitFor();

/** The list of automated reports in its states (S-2.2.4). */
export const automationListScenes: Scene[] = [
  scene("", {}, there),
  scene("-menu", {}, async (opened) => {
    await there(opened);
    await opened.page.getByRole("button", { name: "More actions for Warehouse orders" }).click();
    await opened.page.getByRole("menuitem", { name: "History" }).waitFor();
  }),
  scene(
    "-same-files",
    {
      items: [
        automation("a1", "Warehouse orders", { same_files: [{ id: "a2", title: "warehouse: orders" }] }),
        automation("a2", "warehouse: orders", { same_files: [{ id: "a1", title: "Warehouse orders" }] }),
        automation("a3", "Accounting"),
      ],
    },
    ({ page }) => page.getByText("overwrite each other's").first().waitFor(),
  ),
  scene("-empty", { items: [] }, ({ page }) => page.getByText("No automated reports available").waitFor()),
  scene("-loading", {}, ({ page }) => page.getByRole("status", { name: "Loading Automated reports" }).waitFor(), {
    "automations/get-automations": () => "no answer yet",
  }),
  scene("-failed", {}, ({ page }) => page.getByRole("button", { name: "Try again" }).waitFor(), {
    "automations/get-automations": busy,
  }),
  scene("-full", { most: 6 }, async (opened) => {
    await there(opened);
    await opened.page.getByRole("button", { name: "More actions for Warehouse orders" }).click();
    await opened.page.getByRole("menuitem", { name: "Clone" }).hover();
    await opened.page.getByRole("tooltip").waitFor();
  }),
  scene(
    "-cannot-create",
    { missing: "An automated report needs a report design and a filter. Create a filter first.", items: [] },
    async ({ page }) => {
      await page.getByRole("button", { name: "Create automated report" }).click();
      await page.getByRole("dialog", { name: "Cannot create new Automated Report" }).waitFor();
    },
  ),
  scene(
    "-long",
    {
      items: [
        automation("w1", "W".repeat(50), {
          status: 4,
          failed_tries: 3,
          failed_reason: "The server refused the file, and here is what it said about that at length. ".repeat(4),
        }),
        ...Array.from({ length: 30 }, (_, n) => automation(`n${n}`, `Report number ${n + 1}`)),
      ],
      most: 100,
    },
    ({ page }) => page.getByText("Report number 30").waitFor(),
  ),
];
