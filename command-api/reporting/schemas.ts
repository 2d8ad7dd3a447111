import { z } from "zod";
import { UserOrderFilters } from "#domain/wire/reporting.ts";

/** An export on the wire (domain/wire/reporting.ts). */
export const ExportJobData = z.strictObject({
  ReportExportId: z.string(),
  ReportTitle: z.string(),
  Filetype: z.number(),
  Status: z.number(),
  Step: z.number(),
  MaxStep: z.number(),
  FailedReason: z.string().nullable(),
  PublicUrl: z.string().nullable(),
  DateCreated: z.string(),
  ExpiresAt: z.string().nullable(),
  Expired: z.boolean(),
  EmptyExpected: z.boolean(),
  Orders: z.number().nullable(),
  Filters: UserOrderFilters.nullable(),
  FileName: z.string(),
  Bytes: z.number().nullable(),
});
