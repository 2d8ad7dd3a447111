import { z } from "zod";

/** Answers of the calls on designs (domain/wire/reports.ts). */
export const ReportDesignData = z.strictObject({
  id: z.string(),
  report_id: z.string(),
  title: z.string(),
  ordering: z.number(),
  grouping: z.number(),
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
