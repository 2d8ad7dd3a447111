import type { DomainEvent } from "../core/message.ts";
import type { Grouping, Sorting } from "../enumerations.ts";

/** A column as a merchant set it up; everything else about it is in the catalogue. */
export type ChosenColumn = {
  /** Key of the catalogue. */
  column: string;
  visible: boolean;
  sorting: Sorting;
  /** Title of the merchant's own, null for the catalogue's. */
  title: string | null;
  /** Units of 7 px; null for the default. */
  width: number | null;
};

/** Stream `workspace-{tenant}`: everything the merchant edits. */
export type WorkspaceEvent = DomainEvent<
  "ReportDesignCreated",
  { reportId: string; title: string; grouping: Grouping; ordering: number; columns: ChosenColumn[] }
>;
