import { z } from "zod";
import { CustomColumnCategory, Grouping, NumberFormatType, Sorting, WorksheetSplitter } from "../../enumerations.ts";
import { maxStoredLength } from "../../formulas/syntax/column-keys.ts";
import { AboutData } from "../about.ts";

/** Fields of a design in every response (S-2.3). */
export const ReportDesignData = z.strictObject({
  id: z.string(),
  report_id: z.string(),
  title: z.string(),
  ordering: z.number(),
  grouping: z.enum(Grouping),
  ws_splitter: z.enum(WorksheetSplitter),
});
export type ReportDesignItem = z.infer<typeof ReportDesignData>;

/**
 * A number format (S-2.3.5). `CustomFormatCode`: only for Custom. `LessThanRedValue`: only for 'Less equal than (Red)'.
 * Else null.
 */
const NumberFormatData = z.strictObject({
  Type: z.enum(NumberFormatType),
  CustomFormatCode: z
    .string()
    .max(1_000)
    .nullable()
    .describe("Excel's code, with a point before decimals and a comma between thousands: #,##0.00"),
  LessThanRedValue: z.number().nullable(),
});
export type NumberFormatOnWire = z.infer<typeof NumberFormatData>;

/**
 * S-2.3.4: a merchant's own column, or an attribute. `ExcelFormula`: only for that category. `Name`: only for an
 * attribute. Else null. `LocalStatus` is specified but never set: the status has its own column.
 */
const CustomColumnData = z.strictObject({
  Category: z.enum(CustomColumnCategory),
  LocalStatus: z.null(),
  ExcelFormula: z.strictObject({ Formula: z.string().max(maxStoredLength) }).nullable(),
  Name: z.string().max(1_000).nullable(),
});
export type CustomColumnOnWire = z.infer<typeof CustomColumnData>;

/** A column (S-2.3.2). `SlowColumn`: -1 if not slow. `Type`, `Category` and `Sorting` are numbers. */
const ReportColumnData = z.strictObject({
  Column: z.string(),
  Title: z.string(),
  OriginalTitle: z.string(),
  Visible: z.boolean(),
  Disabled: z.boolean(),
  Width: z.number(),
  Sorting: z.number(),
  Type: z.number(),
  Category: z.number(),
  SlowColumn: z.number(),
  CustomColumn: CustomColumnData.nullable(),
  /** The formula refers to itself or to a missing column. */
  FormulaProblem: z.string().optional(),
  /** Accepted categories (S-2.3.3); absent for fixed content. */
  Takes: z.array(z.enum(CustomColumnCategory)).optional(),
  NumberFormat: NumberFormatData.nullable(),
  LinkTitleField: z.string().nullable(),
  Field: z.string(),
});
export type ReportColumn = z.infer<typeof ReportColumnData>;

/** A design in the full list (S-1.3.1). `about`: absent while its read model is rebuilt. */
export const ListedDesignData = ReportDesignData.extend({
  columns: z
    .array(ReportColumnData)
    .describe("The visible ones in their order; reports/get/with-columns has the hidden ones too"),
  about: AboutData.optional(),
});
export type DesignInList = z.infer<typeof ListedDesignData>;
/** The part that our own pages use. */
export type ListedDesign = Omit<DesignInList, "columns">;

/** True if a visible column of the slow group is read (S-2.3.2). In group order. */
const slowFlags = {
  HasRisk: z.boolean(),
  HasTransaction: z.boolean(),
  HasInventoryItem: z.boolean(),
  HasCustomer: z.boolean(),
  HasProduct: z.boolean(),
  HasOrder: z.boolean(),
  HasVariantMetadata: z.boolean(),
  HasInventoryLevel: z.boolean(),
  HasShippingLabel: z.boolean(),
  HasCollection: z.boolean(),
  HasCustomerHistory: z.boolean(),
  HasFulfillmentOrder: z.boolean(),
};

export type SlowFlags = { [Flag in keyof typeof slowFlags]: boolean };

/** Names by group number. */
export const slowFlagNames = Object.keys(slowFlags) as (keyof typeof slowFlags)[];

export const ReportWithColumnsData = ReportDesignData.extend({
  columns: z.array(ReportColumnData),
  VisibleColumns: z.array(z.string()),
  HasSlowColumns: z.boolean(),
  ...slowFlags,
});
export type ReportWithColumns = z.infer<typeof ReportWithColumnsData>;

/** Catalogue fields that a page echoes; they never change. */
const echoed = ReportColumnData.omit({
  Column: true,
  Title: true,
  Visible: true,
  Width: true,
  Sorting: true,
  CustomColumn: true,
  NumberFormat: true,
}).partial();

/**
 * Body of `reports/update`: the design as the page holds it, with its ETag in If-Match. Visible columns are in order.
 * Absent columns and `CustomColumn`s stay; null means the catalogue default. Other fields may be echoed. Checks only
 * the shape; `domain/designs/validate.ts` validates values.
 */
export const UpdateReportPayload = z.strictObject({
  id: z.string().min(1).max(100),
  // Outer bounds against abuse; the validation rules have tighter ones.
  title: z.string().max(1_000),
  grouping: z.enum(Grouping),
  ws_splitter: z.enum(WorksheetSplitter),
  columns: z
    .array(
      echoed.extend({
        Column: z.string().max(100),
        Title: z.string().max(1_000),
        Visible: z.boolean(),
        Width: z.number(),
        Sorting: z.enum(Sorting),
        CustomColumn: CustomColumnData.nullable().optional(),
        NumberFormat: NumberFormatData.nullable(),
      }),
    )
    .max(1_000)
    .optional(),
  /**
   * Columns that formulas of this request call A, B, C. Default: the file's columns in request order, and unchanged
   * formulas stay.
   */
  FormulaColumns: z.array(z.string().max(100)).max(1_000).optional(),
  report_id: z.string().max(100).optional(),
  ordering: z.number().optional(),
  VisibleColumns: z.array(z.string().max(100)).max(1_000).optional(),
  HasSlowColumns: z.boolean().optional(),
  ...z.object(slowFlags).partial().shape,
});
export type UpdateReportPayload = z.infer<typeof UpdateReportPayload>;
