import type { ReportColumn } from "#domain/wire/reports.ts";

export const ReportCell = ({ value }: { column: ReportColumn; value: string | null; moneyFormat: string | null }) => (
  <>{value}</>
);
