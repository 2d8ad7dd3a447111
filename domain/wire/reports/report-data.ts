import { z } from "zod";
import { GenerateReportPayload } from "./reporting.ts";
import { UnreadOrderData } from "./unread-orders.ts";

/** Said by a cell whose column is not among those that were read (S-2.5). */
export const notLoaded = "[NotLoaded]";

/**
 * A row of a preview: a text per column of `Columns`, null where the cell is empty. Numbers are canonical decimal text, instants are in
 * the shop's time zone and date format, links and pictures one to a line.
 */
const PreviewRowData = z.strictObject({
  /** The number of its order, where a local status can be chosen for that (`PUT reportData/local-status`). */
  OrderId: z.string().optional(),
  /** Its order is another one than that of the row before. */
  StartsOrder: z.boolean(),
  Cells: z.array(z.string().nullable()),
  Unread: z
    .array(z.number())
    .optional()
    .describe("Places of cells that couldn't be read, formulas aside; absent if there are none"),
});
export type PreviewRow = z.infer<typeof PreviewRowData>;

/** The first rows of a report, made by the code that makes its file (S-2.2, S-2.9). */
export const PreviewData = z.strictObject({
  /** Keys of the columns that every row has a cell for. A column that the grouping allows and that is missing here was not read: a slow one. */
  Columns: z.array(z.string()),
  /** Null as the name of the only worksheet of a report that is not split. */
  Sheets: z.array(z.strictObject({ Name: z.string().nullable(), Rows: z.array(PreviewRowData) })),
  /** How many orders were read, and at most how many are (50; 20 with slow columns). */
  Orders: z.number(),
  Limit: z.number(),
  /** How many rows more these orders have; absent where all are here. A preview has 1,000 rows at most. */
  RowsLeftOut: z.number().optional(),
  AlternateRowsStyle: z.number().optional().describe("As the configuration has it; absent where no row is shaded"),
  /** Where a filter drops orders that the platform's search finds: so many of the newest were looked at, and there are more behind them. */
  LookedAt: z.number().optional(),
  /**
   * Where a filter leaves lines out: keys of the columns whose figures count only the lines left, and of those that count whole orders
   * . Absent where every line is in.
   */
  LinesFiltered: z.strictObject({ LinesLeft: z.array(z.string()), WholeOrders: z.array(z.string()) }).optional(),
  /** How many of the orders are tests of the shop's; absent where none is. */
  TestOrders: z.number().optional(),
  /** True when the store has no orders and these are made up. */
  Generated: z.boolean(),
  /** Keys of the slow columns among `Columns`. */
  SlowColumns: z.array(z.string()),
  /** Columns that say 'no access' until the shop grants these scopes; absent where none does. */
  Lacking: z.array(z.strictObject({ Column: z.string(), Scopes: z.array(z.string()) })).optional(),
  Unread: z
    .array(UnreadOrderData)
    .optional()
    .describe("Orders that the platform failed to give in full; absent where it gave all"),
  /** The shop's money format as the platform has it, `€{{amount}}`; null when it is not known. */
  MoneyFormat: z.string().nullable(),
  /** What else showing numbers takes: the shop's currency (ISO 4217) and its language (BCP 47). */
  CurrencyCode: z.string(),
  Locale: z.string(),
  /** Keys of the columns whose texts are instants, and the date format of those (S-2.3.11): formulas see them as Excel does. */
  Instants: z.array(z.string()),
  DateFormat: z.number(),
  /** Where the admin pages of the shop begin, without a slash at the end. */
  AdminUrl: z.string(),
  GatheredAt: z.string(),
});
export type Preview = z.infer<typeof PreviewData>;

/** What the Generate report page is to show the first rows of: as the call that generates it says. */
export const GeneratePreviewPayload = GenerateReportPayload.omit({ EmptyExpected: true });

/** A design to begin with, and the first rows of it in this shop. */
export const StarterDesignData = z.strictObject({
  Starter: z.string(),
  Title: z.string(),
  Text: z.string(),
  Preview: PreviewData,
});
