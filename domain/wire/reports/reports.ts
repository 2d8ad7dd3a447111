import { z } from "zod";
import { CustomColumnCategory, Grouping, NumberFormatType, Sorting, WorksheetSplitter } from "../../enumerations.ts";
import { longestKept } from "../../formulas/syntax/names.ts";
import { AboutData } from "../about.ts";

/** A design in lists and alone (S-2.3). */
export const ReportDesignData = z.strictObject({
  id: z.string(),
  report_id: z.string(),
  title: z.string(),
  ordering: z.number(),
  grouping: z.enum(Grouping),
  ws_splitter: z.enum(WorksheetSplitter),
});
export type ReportDesignItem = z.infer<typeof ReportDesignData>;

/** S-2.3.5. The code is that of type Custom, the value that of 'Less equal than (Red)'; else null. */
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
 * S-2.3.4: what a merchant put into a column of their own, or which attribute it shows. The formula is that of category ExcelFormula, the
 * name that of an attribute; else null. `LocalStatus` is what the specification names and nothing sets: a status has a column of its own.
 */
const CustomColumnData = z.strictObject({
  Category: z.enum(CustomColumnCategory),
  LocalStatus: z.null(),
  ExcelFormula: z.strictObject({ Formula: z.string().max(longestKept) }).nullable(),
  Name: z.string().max(1_000).nullable(),
});
export type CustomColumnOnWire = z.infer<typeof CustomColumnData>;

/** A column on the wire (S-2.3.2). `SlowColumn` -1 when not slow; `Type`, `Category`, `Sorting` numbered. */
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
  /** What is wrong with the formula in it where the column stands now, as after a move of another: it refers to itself, or to no column; absent of every other column. */
  FormulaProblem: z.string().optional(),
  /** Categories of what can be put into it (S-2.3.3); absent of a column that shows what its name says. */
  Takes: z.array(z.enum(CustomColumnCategory)).optional(),
  NumberFormat: NumberFormatData.nullable(),
  LinkTitleField: z.string().nullable(),
  Field: z.string(),
});
export type ReportColumn = z.infer<typeof ReportColumnData>;

/** In the list of all (S-1.3.1); `about` is absent while its read model is being built anew. */
export const ListedDesignData = ReportDesignData.extend({
  columns: z
    .array(ReportColumnData)
    .describe("The visible ones in their order; reports/get/with-columns has the hidden ones too"),
  about: AboutData.optional(),
});
export type DesignInList = z.infer<typeof ListedDesignData>;
/** The part of it that our own pages use. */
export type ListedDesign = Omit<DesignInList, "columns">;

/** Whether a visible column of each slow group is read (S-2.3.2), in the order of the groups. */
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

/** Names of the flags, by the number of their group. */
export const slowFlagNames = Object.keys(slowFlags) as (keyof typeof slowFlags)[];

export const ReportWithColumnsData = ReportDesignData.extend({
  columns: z.array(ReportColumnData),
  VisibleColumns: z.array(z.string()),
  HasSlowColumns: z.boolean(),
  ...slowFlags,
});
export type ReportWithColumns = z.infer<typeof ReportWithColumnsData>;

/** What a page echoes of a column; the catalogue says it, and it is not changed. */
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
 * Body of `reports/update`: the design as the page holds it, with the ETag it was read with in If-Match. The visible columns stand in
 * their order; a column that is not sent is not meant, nor is a `CustomColumn` that is not sent; null is what the catalogue has. What is not edited may be echoed. Values are judged by
 * `domain/designs/validate.ts`, which names the field; here only the shape.
 */
export const UpdateReportPayload = z.strictObject({
  id: z.string().min(1).max(100),
  // The rules about lengths have words of their own; these only keep out what no rule should look at.
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
  /** Which columns the formulas that are sent call A, B, C; absent: those that the file has, as the columns are sent. Without it a formula that is sent as it was seen is not meant. */
  FormulaColumns: z.array(z.string().max(100)).max(1_000).optional(),
  report_id: z.string().max(100).optional(),
  ordering: z.number().optional(),
  VisibleColumns: z.array(z.string().max(100)).max(1_000).optional(),
  HasSlowColumns: z.boolean().optional(),
  ...z.object(slowFlags).partial().shape,
});
export type UpdateReportPayload = z.infer<typeof UpdateReportPayload>;
