import type { Scene } from "./scene.ts";
import { account, type Script } from "./scripted-api.ts";
import { answering, emptied } from "./scripted-checks.ts";
import { emptyFilter, filterServer } from "./scripted-filters.ts";

const clockFrom = "2026-11-20T12:05:00Z";
const counted: Scene["ready"] = ({ page }) =>
  page
    .getByText(/^(<=)?[\d,]+ orders?$/)
    .first()
    .waitFor();

const scene = (name: string, script: Script, ready: Scene["ready"] = counted): Scene => ({
  name: `filter-editor${name}`,
  path: "/Filters/Edit/f1",
  options: { account, script, clockFrom },
  ready,
});

const answers = (change: Script, script = filterServer().script): Script => ({ ...script, ...change });

/** The filter editor in its states (S-1.2.14). */
export const filterScenes: Scene[] = [
  scene("", filterServer().script),
  scene("-empty", filterServer(emptyFilter).script, async (opened) => {
    await counted(opened);
    await opened.page.getByRole("combobox", { name: "Tags" }).click();
    await opened.page.getByRole("option", { name: "vip" }).waitFor();
  }),
  scene("-why-empty", answers({ "orders/check": answering(emptied) }), async ({ page }) => {
    await page.getByRole("button", { name: "Remove this condition" }).waitFor();
  }),
  scene("-further", filterServer().script, async (opened) => {
    await counted(opened);
    await opened.page.getByRole("button", { name: /^Price \(Order line\), / }).click();
    await opened.page.getByRole("menuitem", { name: "at least" }).waitFor();
  }),
  scene("-bad-input", filterServer(emptyFilter).script, async (opened) => {
    const { page } = opened;
    await counted(opened);
    await page.getByRole("textbox", { name: "Title" }).fill("");
    await page.getByRole("combobox", { name: "Total Weight grams" }).fill("heavy");
    await page.keyboard.press("Enter");
    await page.getByText(/isn't a number/).waitFor();
  }),
  scene("-loading", answers({ "filters/get-filter": () => "no answer yet" }), ({ page }) =>
    page.getByRole("status", { name: "Loading the filter" }).waitFor(),
  ),
  scene(
    "-count-failed",
    answers({
      "filters/order-count": () => ({
        status: 503,
        error: { code: "Busy", message: "The store platform isn't answering right now. Try again in a few minutes." },
      }),
      "filters/update-filter": () => ({
        status: 503,
        error: { code: "Busy", message: "The server is busy. Try again in a moment." },
      }),
    }),
    async ({ page }) => {
      await page.getByText("The store platform isn't answering right now. Try again in a few minutes.").waitFor();
      await page.getByRole("textbox", { name: "Title" }).fill("Another title");
      await page.getByRole("button", { name: "Try again" }).waitFor();
    },
  ),
  scene(
    "-collision",
    answers({
      ...(() => {
        let collided = false;
        const { filter } = filterServer().server;
        return {
          "filters/update-filter": () => {
            collided = true;
            const details = JSON.stringify([{ field: "title", by: { kind: "merchant" }, at: "2026-11-20T12:01:00Z" }]);
            return { status: 409, error: { code: "conflict", message: "Changed meanwhile.", details } };
          },
          "filters/get-filter": () => {
            const title = collided ? "Trade customers" : filter.title;
            const etag = collided ? '"7"' : '"3"';
            collided = false;
            return { data: { ...filter, title }, etag };
          },
        };
      })(),
    }),
    async (opened) => {
      const { page } = opened;
      await counted(opened);
      await page.getByRole("textbox", { name: "Title" }).fill("Wholesale, all");
      await page.getByRole("dialog", { name: "This filter was changed in another window" }).waitFor();
      await page.getByRole("button", { name: "Keep mine" }).first().click();
    },
  ),
  scene("-delete", filterServer().script, async (opened) => {
    await counted(opened);
    await opened.page.getByRole("button", { name: "Delete" }).click();
    await opened.page.getByRole("dialog", { name: "Delete this filter?" }).waitFor();
  }),
  scene("-in-use", answers({ "filters/delete": () => ({ data: "Every Monday" }) }), async (opened) => {
    await counted(opened);
    await opened.page.getByRole("button", { name: "Delete" }).click();
    await opened.page.getByRole("button", { name: "Delete filter" }).click();
    await opened.page.getByRole("dialog", { name: "Error deleting filter" }).waitFor();
  }),
  scene("-help", filterServer().script, async (opened) => {
    await counted(opened);
    await opened.page.getByRole("button", { name: "Help and tips" }).click();
    await opened.page.locator("aside").getByText("Days relative to today").waitFor();
  }),
  scene(
    "-gone",
    answers({ "filters/get-filter": () => ({ status: 404, error: { code: "x", message: "No." } }) }),
    ({ page }) => page.getByRole("heading", { name: "Filter not found" }).waitFor(),
  ),
];
