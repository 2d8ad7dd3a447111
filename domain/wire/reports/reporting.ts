import { z } from "zod";
import { maxLastDays } from "../../dates/resolve-date-range.ts";
import { DateBasis, DateRange, FileType } from "../../enumerations.ts";
import type { NotComparableReason } from "../../export/comparison.ts";
import { FormulaFaultData, type FormulaFaultOnWire } from "./formula-faults.ts";
import { GoneChosenData, type GoneChosenOnWire } from "./gone-orders.ts";
import { type UnreadOnWire, UnreadOrderData } from "./unread-orders.ts";

/** A local day, YYYY-MM-DD. */
export const LocalDay = z.iso
  .date("must be a day like 2026-11-20")
  .refine((day) => day >= "1970-01-01" && day < "3000-01-01", "must be a day between 1970 and 2999");

export const UserOrderFilters = z.strictObject({
  report_filter_id: z.string().max(100).nullable(),
  order_date_range: z.enum(DateRange),
  order_date_from: LocalDay.nullable(),
  order_date_to: LocalDay.nullable(),
  order_date_days: z
    .int()
    .min(1)
    .max(maxLastDays)
    .exactOptional()
    .describe("For the range 15: number of days, with today"),
  order_date_year_before: z.boolean().exactOptional().describe("The same dates a year earlier"),
  order_date_basis: z
    .enum(DateBasis)
    .exactOptional()
    .describe(
      "The day that counts: 0 created (default), 1 processed, 2 paid, 3 fulfilled, 4 shipped, 5 refunded, 6 canceled, 7 changed",
    ),
});
export type UserOrderFilters = z.infer<typeof UserOrderFilters>;

/** Page state does not check that an id exists, so the format keeps other text out. */
const ItemId = z.guid("must be an id, as the lists answer it");

/** The order selection in page state. */
export const PageFilters = UserOrderFilters.extend({ report_filter_id: ItemId.nullable() });

/** State of the Generate report page (S-1.3). */
export const ManualExport = z.strictObject({
  FileType: z.enum(FileType),
  ReportId: ItemId.nullable(),
  UserOrderFilters: PageFilters,
});
export type ManualExport = z.infer<typeof ManualExport>;

/** Id of a chosen order, kept with the report's inputs. */
export const ChosenOrderId = z
  .string()
  .regex(/^gid:\/\/\w{1,20}\/Order\/\d{1,20}$/, "must be the id of an order, as the list of orders answers it");

/** Body of the call that generates a report. */
export const GenerateReportPayload = z.strictObject({
  ReportId: z.string().max(100),
  FileType: z.enum(FileType),
  UserOrderFilters,
  SelectedOrderIds: z.array(ChosenOrderId).max(10_000),
  EmptyExpected: z.boolean(),
});

/**
 * An export for pages (S-1.3). `PublicUrl`: from the finish until the file's removal. Counts and names of orders are
 * set once it is finished.
 */
export type ExportJob = {
  ReportExportId: string;
  /** Its design, which may be deleted; absent if not kept. */
  ReportId?: string | undefined;
  ReportTitle: string;
  Filetype: number;
  Status: number;
  Step: number;
  MaxStep: number;
  FailedReason: string | null;
  /** FailureCode of domain/export/events.ts, by which screens choose their help. */
  FailedCode: string | null;
  PublicUrl: string | null;
  DateCreated: string;
  /** ISO instant of the file's past or planned removal. */
  ExpiresAt: string | null;
  /** The file expired or was erased. */
  Expired: boolean;
  /** The file was removed early, to erase a customer's data. */
  Erased: boolean;
  EmptyExpected: boolean;
  Orders: number | null;
  Rows: number | null;
  /** The shop's test orders; null until finished, or if not counted. */
  TestOrders: number | null;
  /** Question marks for characters that the code page lacks. */
  ReplacedCharacters: number;
  /** Pictures left as links, because they could not be fetched, or beyond a file's limit. */
  FailedPictures: number;
  LeftPictures: number;
  /** Orders that the platform failed to return in full. */
  Unread: UnreadOnWire[];
  /** Orders that an earlier report lacked and this one has. */
  Late: string[];
  /** Chosen orders that the store lacks; null if none. */
  GoneChosen: GoneChosenOnWire | null;
  /** Orders lacked by an earlier report and now by the store. */
  GoneCarried: string[];
  /** Date range at the request: UTC instants [From, To) and the shop's zone; null if not kept. */
  Period: { From: string | null; To: string; Zone: string } | null;
  /** Columns whose formulas were wrong at the request. */
  FormulaFaults: FormulaFaultOnWire[];
  /** Requested filters, for hints about an empty report; null if not kept. */
  Filters: UserOrderFilters | null;
  /** Title at the request; null without a filter, or if not kept. */
  FilterTitle: string | null;
  /** Individually selected orders; 0 for a date range, or if not kept. */
  ChosenOrders: number;
  FileName: string;
  Bytes: number | null;
  /** ISO instant of the last chance to run the export again; null until it has ended. */
  AgainUntil: string | null;
  /** The export that it repeats. `Erased`: filter values erased since. */
  Repeats: { ReportExportId: string; DateCreated: string; Erased: number } | null;
  /** Differences from the repeated export; null until finished, or if it repeats none. */
  Compared: ComparedFiles | null;
  /** Support requested it, not the merchant. */
  BySupport: boolean;
  /** Support had its file kept beyond its time. */
  KeptLonger: boolean;
};

export type ComparedFiles =
  | { Outcome: "identical" }
  /**
   * `Changed`: same order, different text. `Reordered`: same rows in another order. `Pictures`: the displayed pictures
   * differ.
   */
  | { Outcome: "differs"; Added: number; Removed: number; Changed: number; Reordered: boolean; Pictures: boolean }
  | { Outcome: "unknown"; Because: NotComparableReason };

const ComparedFilesData = z.discriminatedUnion("Outcome", [
  z.strictObject({ Outcome: z.literal("identical") }),
  z.strictObject({
    Outcome: z.literal("differs"),
    Added: z.number(),
    Removed: z.number(),
    Changed: z.number(),
    Reordered: z.boolean(),
    Pictures: z.boolean(),
  }),
  z.strictObject({ Outcome: z.literal("unknown"), Because: z.enum(["no-file", "other-version", "rows-gone"]) }),
]) satisfies z.ZodType<ComparedFiles>;

/** Schema for answers and for OpenAPI. */
export const ExportJobData = z.strictObject({
  ReportExportId: z.string(),
  ReportId: z.string().optional(),
  ReportTitle: z.string(),
  Filetype: z.number(),
  Status: z.number(),
  Step: z.number(),
  MaxStep: z.number(),
  FailedReason: z.string().nullable(),
  FailedCode: z.string().nullable(),
  PublicUrl: z.string().nullable(),
  DateCreated: z.string(),
  ExpiresAt: z.string().nullable(),
  Expired: z.boolean(),
  Erased: z.boolean(),
  EmptyExpected: z.boolean(),
  Orders: z.number().nullable(),
  Rows: z.number().nullable(),
  TestOrders: z.number().nullable(),
  ReplacedCharacters: z.number(),
  FailedPictures: z.number(),
  LeftPictures: z.number(),
  Unread: z.array(UnreadOrderData),
  Late: z.array(z.string()),
  GoneChosen: GoneChosenData.nullable(),
  GoneCarried: z.array(z.string()),
  Period: z.strictObject({ From: z.string().nullable(), To: z.string(), Zone: z.string() }).nullable(),
  FormulaFaults: z.array(FormulaFaultData).describe("Columns whose formulas were wrong at the request"),
  Filters: UserOrderFilters.nullable(),
  FilterTitle: z.string().nullable(),
  ChosenOrders: z.number(),
  FileName: z.string(),
  Bytes: z.number().nullable(),
  AgainUntil: z.string().nullable(),
  Repeats: z.strictObject({ ReportExportId: z.string(), DateCreated: z.string(), Erased: z.number() }).nullable(),
  Compared: ComparedFilesData.nullable(),
  BySupport: z.boolean(),
  KeptLonger: z.boolean(),
}) satisfies z.ZodType<ExportJob>;

/**
 * Details from an export's file and frozen inputs. `Kept`: false if the inputs are gone: there is no filter, and the
 * export cannot run again.
 */
export const ExportDetailsData = z.strictObject({
  Kept: z.boolean(),
  /**
   * The filter at the request; null without one. `Conditions`: in words, erased values marked; none if it kept
   * everything.
   */
  Filter: z
    .strictObject({
      Conditions: z.array(z.string()),
      /** Compares today's filter with the one at the request. */
      Since: z.enum(["same", "changed", "deleted"]),
      /** Filter values erased since. They match nothing. */
      Erased: z.number(),
    })
    .nullable(),
  /** Identifies the file, even a removed one; null without a file. */
  File: z
    .strictObject({
      /** SHA-256 (hex) before compression: equal for equal content. */
      ContentHash: z.string(),
      /** SHA-256 (hex) of the file's bytes. */
      FileHash: z.string(),
      /** Versions that also decide the bytes: Sheaf, ICU, time zone data and Node. */
      Fingerprint: z.strictObject({ App: z.string(), Icu: z.string(), TimeZones: z.string(), Node: z.string() }),
    })
    .nullable(),
});
export type ExportDetails = z.infer<typeof ExportDetailsData>;

export type OrderCount = { Count: number; HasPostProcessFilters: boolean };
