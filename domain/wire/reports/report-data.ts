import { z } from "zod";
import { GenerateReportPayload } from "./reporting.ts";
import { UnreadOrderData } from "./unread-orders.ts";

/** Text of a cell in an unread column (S-2.5). */
export const notLoaded = "[NotLoaded]";

/**
 * `Cells`: a text per column, null if empty. Numbers are canonical decimals, instants in the shop's time zone and date
 * format, links and pictures one per line.
 */
const PreviewRowData = z.strictObject({
  /** Set if the order can get a local status (`PUT reportData/local-status`). */
  OrderId: z.string().optional(),
  /** The previous row belongs to another order. */
  StartsOrder: z.boolean(),
  Cells: z.array(z.string().nullable()),
  Unread: z
    .array(z.number())
    .optional()
    .describe("Places of cells that couldn't be read, formulas aside; absent if there are none"),
});
export type PreviewRow = z.infer<typeof PreviewRowData>;

/** A report's first rows, made by the code of its file (S-2.2, S-2.9). */
export const PreviewData = z.strictObject({
  /** Column keys, one cell each per row. Missing allowed columns are slow and were not read. */
  Columns: z.array(z.string()),
  /** `Name`: null for the only worksheet without a splitter. */
  Sheets: z.array(z.strictObject({ Name: z.string().nullable(), Rows: z.array(PreviewRowData) })),
  /** `Limit`: of orders read (50; 20 with slow columns). */
  Orders: z.number(),
  Limit: z.number(),
  /** Further rows of these orders, beyond the 1,000 of a preview. */
  RowsLeftOut: z.number().optional(),
  AlternateRowsStyle: z.number().optional().describe("As the configuration has it; absent where no row is shaded"),
  /** Newest orders examined, if there are more and the filter drops some that the search finds. */
  LookedAt: z.number().optional(),
  /**
   * Keys of columns that count only remaining lines, and of those that count whole orders. Absent unless a
   * filter leaves lines out.
   */
  LinesFiltered: z.strictObject({ LinesLeft: z.array(z.string()), WholeOrders: z.array(z.string()) }).optional(),
  /** Test orders among `Orders`. */
  TestOrders: z.number().optional(),
  /** The store has no orders, so these are made up. */
  Generated: z.boolean(),
  /** Keys of the slow columns among `Columns`. */
  SlowColumns: z.array(z.string()),
  /** Columns that say 'no access' until the shop grants these scopes. */
  Lacking: z.array(z.strictObject({ Column: z.string(), Scopes: z.array(z.string()) })).optional(),
  Unread: z
    .array(UnreadOrderData)
    .optional()
    .describe("Orders that the platform failed to give in full; absent where it gave all"),
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
