import { z } from "zod";
import { GenerateReportPayload } from "./reporting.ts";
import { UnreadOrderData } from "./unread-orders.ts";

/** Text of a cell whose column was not read (S-2.5). */
export const notLoaded = "[NotLoaded]";

/**
 * A preview row: a text per column of `Columns`, null for an empty cell. Numbers are canonical decimal text, instants
 * are in the shop's time zone and date format, links and pictures one per line.
 */
const PreviewRowData = z.strictObject({
  /** Number of its order, if a local status can be set for it (`PUT reportData/local-status`). */
  OrderId: z.string().optional(),
  /** True if the previous row belongs to another order. */
  StartsOrder: z.boolean(),
  Cells: z.array(z.string().nullable()),
  Unread: z
    .array(z.number())
    .optional()
    .describe("Places of cells that couldn't be read, formulas aside; absent if there are none"),
});
export type PreviewRow = z.infer<typeof PreviewRowData>;

/** First rows of a report, made by the code that makes its file (S-2.2, S-2.9). */
export const PreviewData = z.strictObject({
  /** Keys of the columns, one cell each per row. Missing allowed columns are slow and were not read. */
  Columns: z.array(z.string()),
  /** `Name`: null for the only worksheet of a report that is not split. */
  Sheets: z.array(z.strictObject({ Name: z.string().nullable(), Rows: z.array(PreviewRowData) })),
  /** Number of orders shown, and the limit of orders read (50; 20 with slow columns). */
  Orders: z.number(),
  Limit: z.number(),
  /** Number of further rows of these orders; absent if none. A preview has at most 1,000 rows. */
  RowsLeftOut: z.number().optional(),
  AlternateRowsStyle: z.number().optional().describe("As the configuration has it; absent where no row is shaded"),
  /** Number of newest orders examined, if there are more and the filter drops orders that the search finds. */
  LookedAt: z.number().optional(),
  /**
   * If a filter leaves lines out: keys of the columns that count only the remaining lines, and of those that count
   * whole orders. Absent if all lines are in.
   */
  LinesFiltered: z.strictObject({ LinesLeft: z.array(z.string()), WholeOrders: z.array(z.string()) }).optional(),
  /** Number of test orders among them; absent if none. */
  TestOrders: z.number().optional(),
  /** True if the store has no orders and these are made up. */
  Generated: z.boolean(),
  /** Keys of the slow columns among `Columns`. */
  SlowColumns: z.array(z.string()),
  /** Columns that say 'no access' until the shop grants these scopes; absent if none. */
  Lacking: z.array(z.strictObject({ Column: z.string(), Scopes: z.array(z.string()) })).optional(),
  Unread: z
    .array(UnreadOrderData)
    .optional()
    .describe("Orders that the platform failed to give in full; absent where it gave all"),
  /** The shop's money format from the platform, `€{{amount}}`; null if unknown. */
  MoneyFormat: z.string().nullable(),
  /** For number formatting: the shop's currency (ISO 4217) and language (BCP 47). */
  CurrencyCode: z.string(),
  Locale: z.string(),
  /**
   * Keys of the columns whose texts are instants, and their date format (S-2.3.11). Formulas see them as Excel does.
   */
  Instants: z.array(z.string()),
  DateFormat: z.number(),
  /** Base URL of the shop's admin pages, without a trailing slash. */
  AdminUrl: z.string(),
  GatheredAt: z.string(),
});
export type Preview = z.infer<typeof PreviewData>;

/** Preview request of the Generate report page: like the call that generates the report. */
export const GeneratePreviewPayload = GenerateReportPayload.omit({ EmptyExpected: true });

/** A starter design, with its first rows for this shop. */
export const StarterDesignData = z.strictObject({
  Starter: z.string(),
  Title: z.string(),
  Text: z.string(),
  Preview: PreviewData,
});
