import { z } from "zod";
import { DateRange, FileType } from "../../enumerations.ts";
import type { NotCompared } from "../../export/comparison.ts";
import { FormulaFaultData, type FormulaFaultOnWire } from "./formula-faults.ts";
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
});
export type UserOrderFilters = z.infer<typeof UserOrderFilters>;

/** Of a design or filter. Whether there is one is not asked where it is only kept: so its form keeps out whatever else could be typed. */
const ThingId = z.guid("must be an id, as the lists answer it");

/** What a page keeps of the orders that were chosen on it. */
export const PageFilters = UserOrderFilters.extend({ report_filter_id: ThingId.nullable() });

/** Page state of the Generate report page (S-1.3). */
export const ManualExport = z.strictObject({
  FileType: z.enum(FileType),
  ReportId: ThingId.nullable(),
  UserOrderFilters: PageFilters,
});
export type ManualExport = z.infer<typeof ManualExport>;

/** As the platform names an order: it is kept with what the report is made of. */
export const ChosenOrderId = z
  .string()
  .regex(/^gid:\/\/\w{1,20}\/Order\/\d{1,20}$/, "must be the id of an order, as the list of orders answers it");

/** */
export const GenerateReportPayload = z.strictObject({
  ReportId: z.string().max(100),
  FileType: z.enum(FileType),
  UserOrderFilters,
  SelectedOrderIds: z.array(ChosenOrderId).max(10_000),
  EmptyExpected: z.boolean(),
});

/** An export on the wire (S-1.3). `PublicUrl` only when finished and not removed. */
export type ExportJob = {
  ReportExportId: string;
  ReportTitle: string;
  Filetype: number;
  Status: number;
  Step: number;
  MaxStep: number;
  FailedReason: string | null;
  /** Of a failed one: a FailureCode of domain/export/events.ts, by which a screen knows what could help. */
  FailedCode: string | null;
  PublicUrl: string | null;
  DateCreated: string;
  /** ISO instant at which the file is or was removed. */
  ExpiresAt: string | null;
  /** The file is removed: its time is over, or it was erased. */
  Expired: boolean;
  /** The file was removed before its time, because a customer's data had to be erased. */
  Erased: boolean;
  EmptyExpected: boolean;
  /** Orders in the file, null until finished. */
  Orders: number | null;
  /** Its rows, null until finished. */
  Rows: number | null;
  /** How many of its orders are tests of the shop's; null until finished, and when that was not counted. */
  TestOrders: number | null;
  /** How many characters of its file became a question mark, because its code page lacks them; 0 until finished. */
  ReplacedCharacters: number;
  /** How many of its pictures are links: because they could not be fetched, and because a file holds only so many; 0 until finished. */
  FailedPictures: number;
  LeftPictures: number;
  /** Its orders that the platform failed to give in full; none until finished. */
  Unread: UnreadOnWire[];
  /** Names of orders that an earlier report lacked and this one has; none until finished. */
  Late: string[];
  /** What the date range meant at the request: UTC instants [From, To), the shop's zone then; null when that was not kept. */
  Period: { From: string | null; To: string; Zone: string } | null;
  /** Columns whose formulas were wrong at the request. */
  FormulaFaults: FormulaFaultOnWire[];
  /** What it was requested with, for the hints why a report may be empty; null of one requested before that was kept. */
  Filters: UserOrderFilters | null;
  /** What its filter was called at the request; null without one, or when that was not kept. */
  FilterTitle: string | null;
  /** Orders that were chosen one by one; 0 when the date range chose them, or when that was not kept. */
  ChosenOrders: number;
  /** As the merchant saves it. */
  FileName: string;
  /** Size of the file, null until finished. */
  Bytes: number | null;
  /** ISO instant until which it can be run again; null until it has ended. */
  AgainUntil: string | null;
  /** The export that it repeats, when that was asked for, and how many values of its filter were erased since; null of one that repeats none. */
  Repeats: { ReportExportId: string; DateCreated: string; Erased: number } | null;
  /** How its file differs from that of the export that it repeats, in rows; null until finished, and of one that repeats none. */
  Compared: ComparedFiles | null;
  /** Our support asked for it, not the merchant. */
  BySupport: boolean;
  /** Our support has its file kept beyond its time. */
  KeptLonger: boolean;
};

export type ComparedFiles =
  | { Outcome: "identical" }
  /** `Changed`: of the same order, reading differently. `Reordered`: all rows are the same, in another order. `Pictures`: those shown differ. */
  | { Outcome: "differs"; Added: number; Removed: number; Changed: number; Reordered: boolean; Pictures: boolean }
  | { Outcome: "unknown"; Because: NotCompared };

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

/** Its schema, for answers and for OpenAPI. */
export const ExportJobData = z.strictObject({
  ReportExportId: z.string(),
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
 * What else is known of an export, from its file and from what was frozen when it was asked for. `Kept` is false when that is no longer there: then
 * there is no word of its filter, and it cannot be run again.
 */
export const ExportDetailsData = z.strictObject({
  Kept: z.boolean(),
  /** What its filter said then; null without one. `Conditions`: each in words, none where it kept everything; personal values that were erased are told as such. */
  Filter: z
    .strictObject({
      Conditions: z.array(z.string()),
      /** How it stands today against then. */
      Since: z.enum(["same", "changed", "deleted"]),
      /** How many of its values were erased since. They match nothing. */
      Erased: z.number(),
    })
    .nullable(),
  /** By what its file is known, also after that was removed; null of an export that made none. */
  File: z
    .strictObject({
      /** SHA-256 (hex) of what the file says, before it is compressed: equal of files that say the same. */
      ContentHash: z.string(),
      /** SHA-256 (hex) of the file, byte by byte. */
      FileHash: z.string(),
      /** What the bytes depend on beside the orders: versions of Sheaf, of the data of languages and of time zones, and of Node. */
      Fingerprint: z.strictObject({ App: z.string(), Icu: z.string(), TimeZones: z.string(), Node: z.string() }),
    })
    .nullable(),
});
export type ExportDetails = z.infer<typeof ExportDetailsData>;

export type OrderCount = { Count: number; HasPostProcessFilters: boolean };
