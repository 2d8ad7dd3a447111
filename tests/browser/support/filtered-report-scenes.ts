import { reportsWithFilters } from "./filtered-reports.ts";
import type { Scene } from "./scene.ts";
import { account, noOrders, type Script } from "./scripted-api.ts";
import { answering, begun, emptied } from "./scripted-checks.ts";

const counted: Scene["ready"] = ({ page }) =>
  page
    .getByText(/^(<=)?[\d,]+ orders?$/)
    .first()
    .waitFor();

const scene = (name: string, script: Script, ready: Scene["ready"]): Scene => ({
  name: `reports-filter${name}`,
  path: "/Reports",
  options: { account, script, clockFrom: "2026-11-20T12:05:00Z" },
  ready,
});

/** Without conditions that are checked afterwards. */
const exactly = (count: number, { server, script }: ReturnType<typeof reportsWithFilters>): Script => {
  server.count = { Count: count, HasPostProcessFilters: false };
  return script;
};

/** The Generate report page with filters (S-1.2.10). */
export const filteredReportScenes: Scene[] = [
  scene("", reportsWithFilters("f1").script, async (opened) => {
    await counted(opened);
    await opened.page.getByText("Post-processing", { exact: true }).scrollIntoViewIfNeeded();
    await opened.page.getByRole("button", { name: "Generate" }).scrollIntoViewIfNeeded();
  }),
  scene("-native", exactly(87, reportsWithFilters("f2")), async (opened) => {
    await counted(opened);
    await opened.page.getByText("Native", { exact: true }).scrollIntoViewIfNeeded();
    await opened.page.getByRole("button", { name: "Generate" }).scrollIntoViewIfNeeded();
  }),
  scene("-list", reportsWithFilters("f1").script, async (opened) => {
    await counted(opened);
    await opened.page.getByRole("combobox", { name: "Filter", exact: true }).click();
    await opened.page.getByRole("option", { name: /Custom filter/ }).waitFor();
  }),
  scene("-checking", { ...reportsWithFilters("f1").script, "orders/check": answering(begun) }, async ({ page }) => {
    await page.getByText(/^3 or more orders/).scrollIntoViewIfNeeded();
  }),
  scene("-why-empty", { ...reportsWithFilters("f1").script, "orders/check": answering(emptied) }, async ({ page }) => {
    await page.getByRole("button", { name: "Remove this condition" }).scrollIntoViewIfNeeded();
  }),
  scene("-every", exactly(300, reportsWithFilters("custom", 2)), async (opened) => {
    await opened.page.getByText("This filter keeps every order.").waitFor();
    await opened.page.getByText(/You cannot add new filters/).waitFor();
  }),
  scene("-gone", reportsWithFilters("f0").script, ({ page }) =>
    page.getByText(/^The selected filter was deleted/).waitFor(),
  ),
  scene(
    "-failed",
    {
      ...reportsWithFilters(null).script,
      "filters/get-filters": () => ({ status: 503, error: { code: "Busy", message: "Busy." } }),
    },
    ({ page }) => page.getByText("We couldn't load your filters.").waitFor(),
  ),
  scene("-and-orders", reportsWithFilters("f1").script, async ({ page }) => {
    await page.getByRole("checkbox", { name: "Select specific orders" }).click();
    await page.getByRole("row", { name: "#1299" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("What the filter keeps of these orders").scrollIntoViewIfNeeded();
  }),
  scene("-modal", reportsWithFilters("f1").script, async ({ page }) => {
    await page.getByRole("checkbox", { name: "Select specific orders" }).click();
    await page.getByRole("row", { name: "#1299" }).waitFor();
  }),
  scene("-why-empty", { ...reportsWithFilters("f1").script, ...noOrders }, async ({ page }) => {
    await page.getByRole("button", { name: "Why the report is empty?" }).click();
    await page.getByText(/also has conditions on/).waitFor();
  }),
];
