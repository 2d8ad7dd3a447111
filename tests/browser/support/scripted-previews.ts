import { columnByKey } from "#domain/columns/catalogue.ts";
import { starters } from "#domain/designs/starters.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { reportWithColumns } from "#domain/wire/reports/report-with-columns.ts";
import { designFacts } from "#domain/workspace/workspace-for-tests.ts";

/** Columns in the designs of scripted pages. */
export const scriptedColumns = ["OrderNum", "ProductTitle", "Quantity", "TotalPrice"];

/** A preview of so many rows, an order each. */
export const scriptedPreview = (columns: readonly string[], rows: number, change: Partial<Preview> = {}): Preview => ({
  Columns: [...columns],
  Sheets: [
    {
      Name: null,
      Rows: Array.from({ length: rows }, (_, row) => ({
        StartsOrder: true,
        Cells: columns.map((key) =>
          columnByKey.get(key)?.type === ColumnType.Number
            ? String(row + 0.5)
            : key === "Image"
              ? null
              : `${key} ${row}`,
        ),
      })),
    },
  ],
  Orders: rows,
  Limit: 20,
  Generated: false,
  SlowColumns: [],
  MoneyFormat: "€{{amount}}",
  CurrencyCode: "EUR",
  Locale: "en",
  Instants: [],
  DateFormat: 0,
  AdminUrl: "https://admin.example/store",
  GatheredAt: "2026-11-20T12:00:00.000Z",
  ...change,
});

/** Answers side requests without effect, so a test sees only its own calls. */
export const quietPreviews = {
  "reportData/generate-preview": () => ({ data: scriptedPreview(scriptedColumns, 20) }),
  "reportData/starter-designs": () => ({
    data: starters.map(({ key, title, text, design }) => ({
      Starter: key,
      Title: title,
      Text: text,
      Preview: scriptedPreview(design.shown, design.shown.length > 0 ? 5 : 0),
    })),
  }),
};

const withColumns = /^reports\/get\/with-columns\/(.+)$/;

/** Any design that is asked for with its columns. */
export const anyDesign = (path: string): { data: unknown; etag: string } | undefined => {
  const id = withColumns.exec(path)?.[1];
  if (id === undefined) return undefined;
  const design = designFacts(decodeURIComponent(id), 0, { title: "Untitled1", shown: scriptedColumns });
  return { data: reportWithColumns(design), etag: '"1"' };
};
