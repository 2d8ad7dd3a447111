import { z } from "zod";
import { Grouping } from "../enumerations.ts";

/** A design in lists and alone (S-2.3). */
export type ReportDesignItem = {
  id: string;
  report_id: string;
  title: string;
  ordering: number;
  grouping: Grouping;
  ws_splitter: number;
};

/** A column on the wire (S-2.3.2). `SlowColumn` -1 when not slow; `Type`, `Category`, `Sorting` numbered. */
export type ReportColumn = {
  Column: string;
  Title: string;
  OriginalTitle: string;
  Visible: boolean;
  Disabled: boolean;
  Width: number;
  Sorting: number;
  Type: number;
  Category: number;
  SlowColumn: number;
  CustomColumn: null;
  NumberFormat: null;
  LinkTitleField: string | null;
  Field: string;
};

export type ReportWithColumns = ReportDesignItem & {
  columns: ReportColumn[];
  VisibleColumns: string[];
  HasSlowColumns: boolean;
};

/** Their schemas, for answers and for OpenAPI. */
export const ReportDesignData = z.strictObject({
  id: z.string(),
  report_id: z.string(),
  title: z.string(),
  ordering: z.number(),
  grouping: z.enum(Grouping),
  ws_splitter: z.number(),
});

export const ReportColumnData = z.strictObject({
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
  CustomColumn: z.null(),
  NumberFormat: z.null(),
  LinkTitleField: z.string().nullable(),
  Field: z.string(),
});

export const ReportWithColumnsData = ReportDesignData.extend({
  columns: z.array(ReportColumnData),
  VisibleColumns: z.array(z.string()),
  HasSlowColumns: z.boolean(),
});
