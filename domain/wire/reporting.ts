import { z } from "zod";
import { DateRange, FileType } from "../enumerations.ts";

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

/** Page state of the Generate report page (S-1.3). */
export const ManualExport = z.strictObject({
  FileType: z.enum(FileType),
  ReportId: ThingId.nullable(),
  UserOrderFilters: UserOrderFilters.extend({ report_filter_id: ThingId.nullable() }),
});
export type ManualExport = z.infer<typeof ManualExport>;

/** As the platform names an order: it is kept with what the report is made of. */
const OrderId = z
  .string()
  .regex(/^gid:\/\/\w{1,20}\/Order\/\d{1,20}$/, "must be the id of an order, as the list of orders answers it");

/** */
export const GenerateReportPayload = z.strictObject({
  ReportId: z.string().max(100),
  FileType: z.enum(FileType),
  UserOrderFilters,
  SelectedOrderIds: z.array(OrderId).max(10_000),
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
  /** What the date range meant at the request: UTC instants [From, To), the shop's zone then; null when that was not kept. */
  Period: { From: string | null; To: string; Zone: string } | null;
  /** Columns whose formulas were wrong at the request: their titles, and what their cells read (`#REF!`; null: as if what is missing were empty). */
  FormulaFaults: { Column: string; Reads: string | null }[];
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
};

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
  Period: z.strictObject({ From: z.string().nullable(), To: z.string(), Zone: z.string() }).nullable(),
  FormulaFaults: z.array(z.strictObject({ Column: z.string(), Reads: z.string().nullable() })),
  Filters: UserOrderFilters.nullable(),
  FilterTitle: z.string().nullable(),
  ChosenOrders: z.number(),
  FileName: z.string(),
  Bytes: z.number().nullable(),
}) satisfies z.ZodType<ExportJob>;

/**
 * What else is known of an export, from what was frozen when it was asked for. Of one whose inputs are no longer kept there is only `Kept:
 * false`.
 */
export const ExportDetailsData = z.strictObject({
  Kept: z.boolean(),
  /** What its filter said then; null without one. `Conditions`: each in words, none where it kept everything; personal values that were erased are told as such. */
  Filter: z
    .strictObject({
      Conditions: z.array(z.string()),
      /** How it stands today against then. */
      Since: z.enum(["same", "changed", "deleted"]),
    })
    .nullable(),
});
export type ExportDetails = z.infer<typeof ExportDetailsData>;

export type OrderCount = { Count: number; HasPostProcessFilters: boolean };
