import { catalogue } from "#domain/columns/catalogue.ts";
import { Grouping } from "#domain/enumerations.ts";
import { findColumnExamples } from "#domain/reports/column-examples.ts";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import type { Scene } from "./scene.ts";
import { account, type Script } from "./scripted-api.ts";

const examples = await findColumnExamples();

/** The catalogue as the server sends it, with some slow columns and some for all groupings. */
export const reportColumns: ReportColumnInfo[] = catalogue.map((column, at) => ({
  Column: column.key,
  Name: column.title,
  Description: column.description,
  Note: column.note,
  Example: examples.get(column.key),
  Category: column.category,
  Type: column.type,
  ValueKind: column.valueKind,
  SlowColumn: at % 9 === 4 ? 3 : -1,
  Groupings:
    at % 5 === 0 ? [0, 1, 2, 3, 4] : column.aggregate.OnePerOrder ? [Grouping.Orders, Grouping.OnePerOrder] : [0],
}));

export const withColumns: Script = { "data/columns": () => ({ data: reportColumns }) };

const shown: Scene["ready"] = ({ page }) => page.getByRole("table", { name: "Report columns" }).waitFor();
const columns = (name: string, options: Scene["options"], ready: Scene["ready"]): Scene => ({
  name,
  path: "/Data/Columns",
  options: { script: withColumns, ...options },
  ready,
});

/** The page of report columns, for guests and for logged-in merchants. */
export const dataScenes: Scene[] = [
  columns("columns", {}, shown),
  columns("columns-searched", { account }, async (opened) => {
    await shown(opened);
    await opened.page.getByRole("searchbox", { name: "Search columns" }).fill("price");
    await opened.page.getByText(/^\d+ of \d+ columns$/).waitFor();
  }),
  columns("columns-none", {}, async (opened) => {
    await shown(opened);
    await opened.page.getByRole("searchbox", { name: "Search columns" }).fill("moon phase");
    await opened.page.getByText("No columns found").waitFor();
  }),
  columns(
    "columns-failed",
    {
      script: {
        "data/columns": () => ({
          status: 503,
          error: { code: "Busy", message: "The server can't read its data right now. Try again later." },
        }),
      },
    },
    ({ page }) => page.getByText("The server can't read its data right now. Try again later.").waitFor(),
  ),
];
