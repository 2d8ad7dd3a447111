import type { ReportDesignFacts } from "../workspace/events.ts";
import type { ReportDesignItem } from "./reports.ts";

/** A design in lists and alone. */
export const designOnWire = ({ reportId, title, ordering, grouping }: ReportDesignFacts): ReportDesignItem => ({
  id: reportId,
  report_id: reportId,
  title,
  ordering,
  grouping,
  ws_splitter: 0,
});
