import type { DesignFacts } from "../../designs/design.ts";
import type { ReportDesignItem } from "./reports.ts";

/** Fields of a design in every response. */
export const designOnWire = ({
  reportId,
  title,
  ordering,
  grouping,
  splitter,
}: Pick<DesignFacts, "reportId" | "title" | "ordering" | "grouping" | "splitter">): ReportDesignItem => ({
  id: reportId,
  report_id: reportId,
  title,
  ordering,
  grouping,
  ws_splitter: splitter,
});
