import { z } from "zod";
import { GenerateReportPayload } from "./reporting.ts";
import { UnreadOrderData } from "./unread-orders.ts";

/** Text of a cell in an unread column (S-2.5). */
export const notLoaded = "[NotLoaded]";

/**
 * `Cells` has a text for each column, null if it is empty. Numbers are canonical decimals. Instants are in the shop's
 * time zone and date format. Links and pictures are one per line.
 */
const PreviewRowData = z.strictObject({
  /** Set if the order can get a local status (`PUT reportData/local-status`). */
  OrderId: z.string().optional(),
  /** True if the previous row belongs to another order. */
  StartsOrder: z.boolean(),
  Cells: z.array(z.string().nullable()),
  Unread: z
    .array(z.number())
    .optional()
    .describe("Places of cells that couldn't be read, except formulas; absent if there are none"),
});
export type PreviewRow = z.infer<typeof PreviewRowData>;

/** A report's first rows, made by the code of its file (S-2.2, S-2.9). */
export const PreviewData = z.strictObject({
  /** Column keys; each row has one cell for each. Allowed columns that aren't listed are slow and weren't read. */
  Columns: z.array(z.string()),
  /** Without a splitter there is one worksheet, and its `Name` is null. */
  Sheets: z.array(z.strictObject({ Name: z.string().nullable(), Rows: z.array(PreviewRowData) })),
  Orders: z.number(),
  /** Maximum orders that are read: 50, or 20 with slow columns. */
  Limit: z.number(),
  /** How many more rows these orders have, beyond the 1,000 of a preview. */
  RowsLeftOut: z.number().optional(),
  AlternateRowsStyle: z.number().optional().describe("The configuration's value; absent if no row is shaded"),
  /**
   * How many of the newest orders were checked. Set only if there are more, and the filter drops some that the search
   * finds.
   */
  LookedAt: z.number().optional(),
  /**
   * Keys of columns that count only remaining lines, and of those that count whole orders. Absent unless a
   * filter leaves lines out.
   */
  LinesFiltered: z.strictObject({ LinesLeft: z.array(z.string()), WholeOrders: z.array(z.string()) }).optional(),
  /** Test orders among `Orders`. */
  TestOrders: z.number().optional(),
  /** True if the orders are made up, because the store has none. */
  Generated: z.boolean(),
  /** Keys of the slow columns among `Columns`. */
  SlowColumns: z.array(z.string()),
  /** Columns that say 'no access' until the shop grants these scopes. */
  Lacking: z.array(z.strictObject({ Column: z.string(), Scopes: z.array(z.string()) })).optional(),
  Unread: z
    .array(UnreadOrderData)
    .optional()
    .describe("Orders that the platform did not return in full; absent if there are none"),
  /** The platform's format for the shop, `€{{amount}}`; null if unknown. */
  MoneyFormat: z.string().nullable(),
  /** For number formats: currency (ISO 4217) and language (BCP 47). */
  CurrencyCode: z.string(),
  Locale: z.string(),
  /** Columns whose texts are instants, and their date format (S-2.3.11). Formulas see them as Excel does. */
  Instants: z.array(z.string()),
  DateFormat: z.number(),
  /** The shop's admin pages, without a trailing slash. */
  AdminUrl: z.string(),
  GatheredAt: z.string(),
});
export type Preview = z.infer<typeof PreviewData>;

/** Preview request of the Generate report page, like the call that generates the report. */
export const GeneratePreviewPayload = GenerateReportPayload.omit({ EmptyExpected: true });

/** A starter design with its first rows. */
export const StarterDesignData = z.strictObject({
  Starter: z.string(),
  Title: z.string(),
  Text: z.string(),
  Preview: PreviewData,
});
