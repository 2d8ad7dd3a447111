import type { Page } from "playwright-core";
import type { Scene } from "./scene.ts";
import { account, design, type Script } from "./scripted-api.ts";
import { filterItem, managerServer, manyFilters, widest } from "./scripted-manager.ts";

const busy = () => ({ status: 503, error: { code: "Busy", message: "The server is busy. Try again in a moment." } });

const there: Scene["ready"] = ({ page }) => page.getByText("Returns").waitFor();
const openMenu = (page: Page, title: string) => page.getByRole("button", { name: `More actions for ${title}` }).click();

type Given = Parameters<typeof managerServer>[0];

/** Each opening has its own server, since some scenes change what it has. */
const scene = (name: string, given: Given, change: Script, ready: Scene["ready"] = there): Scene => ({
  name: `manager${name}`,
  path: "/Manager",
  get options() {
    return { account, script: { ...managerServer(given).script, ...change } };
  },
  ready,
});

const moved: Scene["ready"] = async ({ page }) => {
  await openMenu(page, "Returns");
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await page.getByRole("button", { name: "Done" }).waitFor();
  await page.getByText("Saved", { exact: true }).waitFor();
};

/** The Manager in its states (S-1.2.13). */
export const managerScenes: Scene[] = [
  scene("", {}, {}),
  scene("-empty", { designs: [], filters: [] }, {}, ({ page }) => page.getByText("No filters created").waitFor()),
  scene(
    "-loading",
    {},
    { "filters/get-filters": () => "no answer yet", "reports/get-reports": () => "no answer yet" },
    ({ page }) => page.getByRole("status", { name: "Loading Filters" }).waitFor(),
  ),
  scene("-failed", {}, { "filters/get-filters": busy }, ({ page }) =>
    page.getByRole("button", { name: "Try again" }).waitFor(),
  ),
  scene("-full", { most: 3 }, {}, async ({ page }) => {
    await openMenu(page, "Returns");
    await page.getByRole("menuitem", { name: "Clone" }).hover();
    await page.getByRole("tooltip").waitFor();
  }),
  scene("-menu", {}, {}, async ({ page }) => {
    await openMenu(page, "Accounting, monthly");
    await page.getByRole("menuitem", { name: "Delete" }).waitFor();
  }),
  scene("-ordering", {}, {}, moved),
  scene("-delete", {}, {}, async ({ page }) => {
    await openMenu(page, "Packing list");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete this report design?" }).waitFor();
  }),
  scene("-in-use", {}, { "filters/delete": () => ({ data: "Every Monday" }) }, async ({ page }) => {
    await openMenu(page, "Returns");
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete filter" }).click();
    await page.getByRole("dialog", { name: "Error deleting filter" }).waitFor();
  }),
  scene(
    "-long",
    {
      designs: [design("d1", widest, 0), design("d2", "Packing list", 1)],
      filters: [filterItem("f1", widest, 0), filterItem("f2", "Returns", 1), ...manyFilters.slice(3, 33)],
      most: 200,
    },
    {},
    moved,
  ),
];
