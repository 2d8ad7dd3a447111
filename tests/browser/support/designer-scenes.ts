import type { Page } from "playwright-core";
import { catalogue } from "#domain/columns/catalogue.ts";
import type { DesignContent } from "#domain/designs/design.ts";
import {
  CustomColumnCategory,
  Grouping,
  LocalStatus,
  NumberFormatType,
  WorksheetSplitter,
} from "#domain/enumerations.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { Scene } from "./scene.ts";
import { account, type Script } from "./scripted-api.ts";
import { designerServer, usualDesign } from "./scripted-designer.ts";

const busy = () => ({
  status: 503,
  error: { code: "Busy", message: "The store platform isn't answering right now. Try again in a few minutes." },
});
const formula = (text: string) => ({ custom: { category: CustomColumnCategory.ExcelFormula, formula: text } as const });

type Given = {
  content?: Partial<DesignContent>;
  script?: Script;
  /** Changes the design's preview. */
  preview?: (preview: Preview) => Preview;
  /** Local statuses of the first orders. */
  statuses?: readonly LocalStatus[];
  guide?: true;
};

const shown = (page: Page) => page.locator("tbody td .cell").first().waitFor();

const scene = (name: string, given: Given, ready: (page: Page) => Promise<unknown> = async () => undefined): Scene => {
  const { content = {}, script = {}, preview = (same) => same, statuses = [], guide } = given;
  const made = designerServer({ ...usualDesign, ...content }, { rows: 24 });
  for (const [at, status] of statuses.entries()) made.server.statuses.set(`${5_000 + at}`, status);
  made.server.preview = (usual) => ({ data: preview(usual) });
  return {
    name: `report-design${name}`,
    path: "/Report/Design/d1",
    options: {
      account,
      script: {
        ...made.script,
        "reports/attributes": () => ({ data: [] }),
        "account/permissions": () => ({ data: { Granted: ["read_orders"] } }),
        ...script,
      },
    },
    ready: async ({ page }) => {
      if (guide !== true) {
        await page.evaluate("localStorage.setItem('DESIGNER_GUIDE_SEEN', '1')");
        await page.reload();
      }
      await ready(page);
    },
  };
};

const openMenu = async (page: Page, title: string) => {
  await shown(page);
  await page.getByRole("button", { name: `Menu of ${title}`, exact: true }).click();
};
const openDialog = (title: string, entry: string) => async (page: Page) => {
  await openMenu(page, title);
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
  await page.getByRole("dialog").waitFor();
};
const typeFormula = (text: string, said: RegExp) => async (page: Page) => {
  await openDialog("Custom 1", "Edit custom column")(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Excel Formula" }).click();
  await dialog.getByRole("textbox", { name: "Formula" }).fill(text);
  await dialog.getByText(said).waitFor();
};
const typeFormat = (code: string, said: RegExp) => async (page: Page) => {
  await openDialog("Price", "Numeric format")(page);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Custom" }).click();
  await dialog.getByRole("textbox", { name: "Excel number format" }).fill(code);
  await dialog.getByText(said).waitFor();
};
const european = { type: NumberFormatType.Custom, code: "0,00 €" } as const;
const openPanel = async (page: Page, search = "") => {
  await shown(page);
  await page.getByRole("button", { name: "Show/Hide Columns" }).click();
  const box = page.getByRole("searchbox", { name: "Search columns" });
  await box.waitFor();
  if (search !== "") await box.fill(search);
};

const bundle = [
  "Breakfast box, large",
  "Mug, blue, with lid",
  "Honey, 250 g",
  "Oat flakes, 1 kg",
  "Tea towel, linen",
  "Card, handwritten",
].join("\n");
const longest = "A title of a column that has as many letters as it";

/** Cells that replace one column of the preview. */
const cells =
  (column: string, texts: readonly (string | null)[]) =>
  (preview: Preview): Preview => {
    const at = preview.Columns.indexOf(column);
    return {
      ...preview,
      Sheets: preview.Sheets.map((sheet) => ({
        ...sheet,
        Rows: sheet.Rows.map((row, index) => ({
          ...row,
          Cells: row.Cells.map((cell, place) => (place === at ? (texts[index % texts.length] ?? null) : cell)),
        })),
      })),
    };
  };

/** The report designer in its states. Drags have their own tests. */
export const designerScenes: Scene[] = [
  scene("-edited", {}, async (page) => {
    await shown(page);
    // Another title at each width, since they are kept.
    await page.getByRole("textbox", { name: "Title" }).fill(`Monthly ${page.viewportSize()?.width}`);
    await page.getByText("Saved", { exact: true }).waitFor();
  }),
  scene("-guide", { guide: true }, shown),
  scene("-loading", { script: { "reports/get/with-columns/d1": () => "no answer yet" } }),
  scene("-unread", { script: { "reports/get/with-columns/d1": busy } }, (page) =>
    page.getByText("The store platform isn't answering right now.").waitFor(),
  ),
  scene("-preview-loading", { script: { "reportData/design-data/d1": () => "no answer yet" } }, (page) =>
    page.locator(".waiting").first().waitFor(),
  ),
  scene("-preview-failed", { script: { "reportData/design-data/d1": busy } }, (page) =>
    page.getByText("The preview could not be loaded.").waitFor(),
  ),
  scene("-no-columns", { content: { shown: [] } }, (page) =>
    page.getByText("This report has no columns yet").waitFor(),
  ),
  scene("-no-orders", { preview: (preview) => ({ ...preview, Generated: true }) }, shown),
  scene(
    "-warnings",
    {
      content: {
        grouping: Grouping.ProductCombined,
        splitter: WorksheetSplitter.ProductTitle,
        sortedBy: { column: "SKU", sorting: 1 },
        shown: ["ProductTitle", "SKU", "Price", "OrderNum", "Tags", "ProductTags", "Custom1", "Custom2", "Custom3"],
        settings: {
          Custom1: formula("=Z1"),
          Custom2: formula("=IF(A1=1,B1,H1)"),
          Custom3: formula("=ROUND(C1*1.24;2"),
        },
      },
    },
    shown,
  ),
  scene(
    "-long",
    {
      content: {
        title:
          "Everything that the warehouse in Thessaloniki has to know before noon, by product, and for the accountant",
        shown: ["OrderNum", "ProductTitle", "SKU", "Quantity", "Price", "Notes"],
        settings: {
          ProductTitle: { title: longest, width: 20 },
          SKU: { title: longest, width: 8 },
          Quantity: { title: longest, width: 5 },
        },
      },
      preview: (preview) =>
        cells("Notes", [null, bundle, "Leave it at the door"])(cells("ProductTitle", [bundle, "Mug"])(preview)),
    },
    async (page) => {
      await shown(page);
      await page
        .getByRole("button", { name: /^More of/ })
        .first()
        .click();
      await page.getByRole("button", { name: /^Less of/ }).waitFor();
    },
  ),
  scene(
    "-local-status",
    {
      content: { shown: ["OrderNum", "LocalStatus", "ProductTitle", "Quantity", "Price"] },
      statuses: Object.values(LocalStatus),
    },
    shown,
  ),
  scene("-not-saved", { script: { "reports/update": busy } }, async (page) => {
    await shown(page);
    await page.getByRole("textbox", { name: "Title" }).fill("Another title");
    await page.getByText("Your last changes are not saved yet.").waitFor();
  }),
  scene("-wrong-title", {}, async (page) => {
    await shown(page);
    await page.getByRole("textbox", { name: "Title" }).fill("");
    await page.getByText("Not saved").waitFor();
  }),
  scene("-menu", {}, (page) => openMenu(page, "Price")),
  scene("-information", {}, openDialog("SKU", "Column information")),
  scene("-rename", {}, openDialog("SKU", "Rename title")),
  scene("-format", {}, openDialog("Price", "Numeric format")),
  scene("-format-asked", {}, typeFormat("#.##0 €", /^The point can mean/)),
  scene("-format-european", {}, typeFormat("#.##0,00 €", /^Excel's codes use/)),
  scene("-format-saved", { content: { settings: { Price: { format: european } } } }, (page) =>
    page.getByText("Check the numeric format of Price.").waitFor(),
  ),
  scene(
    "-attribute",
    { content: { shown: ["OrderNum", "OrderProperty1"] } },
    openDialog("Order property 1", "Choose attribute"),
  ),
  scene(
    "-formula",
    { content: { shown: ["OrderNum", "Price", "Custom1"], settings: { Custom1: formula("=B1*2") } } },
    openDialog("Custom 1", "Edit custom column"),
  ),
  scene(
    "-formula-mended",
    { content: { shown: ["OrderNum", "Price", "Custom1"], settings: { Custom1: formula("=ROUND(B1*2,1") } } },
    openDialog("Custom 1", "Edit custom column"),
  ),
  scene(
    "-formula-lost",
    { content: { shown: ["OrderNum", "Quantity", "Custom1"], settings: { Custom1: formula("=B1*[Price]1") } } },
    openDialog("Custom 1", "Edit custom column"),
  ),
  scene("-add-formula", {}, async (page) => {
    await shown(page);
    await page.getByRole("button", { name: "Show/Hide Columns" }).click();
    await page.getByRole("searchbox", { name: "Search columns" }).fill("formula");
    await page.getByRole("button", { name: /^Add formula column/ }).waitFor();
  }),
  scene("-title-in-place", {}, async (page) => {
    await shown(page);
    const title = page.locator("thead th[data-column=SKU] [data-part=title]");
    if ((await title.count()) === 0) return;
    await title.focus();
    await page.keyboard.press("F2");
    await page.keyboard.type("1st");
    await page.keyboard.press("Enter");
    await page.getByText("Please don't start with number.").waitFor();
  }),
  scene(
    "-formula-next-row",
    { content: { shown: ["OrderNum", "Quantity", "Price", "Custom1"] } },
    typeFormula("=B2*C2", /in the next row/),
  ),
  scene(
    "-formula-comma",
    { content: { shown: ["OrderNum", "Quantity", "Price", "Custom1"] } },
    typeFormula("=Price*0,3", /with a point/),
  ),
  scene(
    "-formula-titles",
    { content: { shown: ["OrderNum", "Quantity", "Price", "Custom1"] } },
    typeFormula("=Price*Quantity", /Saved as/),
  ),
  scene(
    "-formula-wrong",
    { content: { shown: ["OrderNum", "Price", "Custom1"], settings: { Custom1: formula("=B1*2") } } },
    typeFormula("=C1+1", /refers to itself/),
  ),
  scene("-no-access", { content: { shown: ["OrderNum", "StaffMember", "PaymentTerms"] } }, (page) =>
    page.getByText(/show 'no access'/).waitFor(),
  ),
  scene("-permission", { content: { shown: ["OrderNum", "StaffMember", "PaymentTerms"] } }, async (page) => {
    await shown(page);
    await page.getByRole("button", { name: "Give permission", exact: true }).waitFor();
    const lock = page.getByRole("button", { name: "No access to Staff member: give permission" });
    // A list of columns replaces the headers there.
    if (await lock.isVisible()) {
      await lock.click();
      await page.getByRole("dialog").waitFor();
    }
  }),
  scene("-panel", {}, (page) => openPanel(page)),
  scene("-panel-all", { content: { shown: catalogue.map(({ key }) => key), settings: {} } }, (page) => openPanel(page)),
  scene("-panel-found", {}, async (page) => {
    await openPanel(page, "traking nubmer");
    await page.getByRole("list", { name: "Columns found" }).waitFor();
  }),
  scene("-panel-nothing", {}, async (page) => {
    await openPanel(page, "zzzzqqqq");
    await page.getByRole("link", { name: "Tell us which" }).waitFor();
  }),
  scene("-help", {}, async (page) => {
    await shown(page);
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page.locator("aside h3").first().waitFor();
  }),
  scene("-delete", {}, async (page) => {
    await shown(page);
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").waitFor();
  }),
  scene(
    "-gone",
    { script: { "reports/get/with-columns/d1": () => ({ status: 404, error: { code: "unknown", message: "No." } }) } },
    (page) => page.getByRole("heading", { name: "Report design not found" }).waitFor(),
  ),
];
