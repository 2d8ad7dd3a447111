import { ExportStatus, FileType } from "#domain/enumerations.ts";
import type { ExportJob } from "#domain/wire/reports/reporting.ts";
import { ScheduleButton } from "../next-steps/schedule-button.tsx";
import { useDesignList } from "../resources/designs/use-design-list.ts";
import { withoutSystemFilters } from "../resources/filters/own-filters.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { quietButton } from "./buttons.ts";

/**
 * Schedules the same report. Not offered if its design or filter is gone, or if its orders were chosen one by
 * one or by the page's own filter, which an automated report can't do.
 */
const ScheduleExport = ({ job }: { job: ExportJob }) => {
  const { Status, ReportId, Filters, ChosenOrders, Filetype, ReportTitle } = job;
  const isMade = Status === ExportStatus.Finished && Filters !== null && ChosenOrders === 0;
  const { data: designs = [] } = useDesignList({ enabled: isMade });
  const { data: filters = [] } = useFilterList({ enabled: isMade });
  const format = Object.values(FileType).find((type) => type === Filetype);
  if (!isMade || format === undefined || !designs.some(({ id }) => id === ReportId)) return null;
  const filterId = Filters.report_filter_id;
  if (filterId !== null && !withoutSystemFilters(filters).some(({ id }) => id === filterId)) return null;
  return (
    <ScheduleButton
      {...quietButton}
      chosen={{
        report_id: ReportId,
        file_type: format,
        date_basis: Filters.order_date_basis,
        ...(filterId !== null && { report_filter_id: filterId }),
      }}
      of={ReportTitle}
    />
  );
};

export default ScheduleExport;
