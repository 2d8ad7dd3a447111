import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { ColumnSettings, DesignFacts, SortedBy } from "../designs/design.ts";
import type { DateBasis, FileType, Grouping, WorksheetSplitter } from "../enumerations.ts";
import type { FilterFacts, FilterStatuses } from "../filters/filter.ts";
import type { SieverCode } from "../filters/sievers.ts";
import type { AutomationDefinition, AutomationSchedule } from "./automations/automation.ts";
import type { Destination } from "./automations/destination.ts";

/** A list's new order. */
export type NewOrder = {
  from: string[];
  to: string[];
  /** Moved by the merchant; the others gave way. */
  moved: string[];
};

/** Restores the content of `version`. The sentences name parts that stay as they are. */
export type Restoration = { version: number; notRestored: string[] };

type DesignChange<Value> = { reportId: string; from: Value; to: Value };
type ColumnChange<Property extends keyof ColumnSettings> = DesignChange<Required<ColumnSettings>[Property] | null> & {
  column: string;
};

/** New texts of formulas whose columns got other letters, by column key (ADR 52). */
export type Following = { formulas?: { [column: string]: string } };

type ColumnsPlaced = { reportId: string; columns: string[]; shown: string[] } & Following;

export type DesignEvent =
  | DomainEvent<"ReportDesignCreated", DesignFacts>
  /** `clonedFrom`: id of the source. */
  | DomainEvent<"ReportDesignCloned", DesignFacts & { clonedFrom: string }>
  | DomainEvent<"ReportRenamed", DesignChange<string>>
  | DomainEvent<"ReportGroupingChanged", DesignChange<Grouping> & Following>
  | DomainEvent<"ReportSplitterChanged", DesignChange<WorksheetSplitter>>
  | DomainEvent<"ReportSortingChanged", DesignChange<SortedBy | null>>
  /** `columns`: several in one save. `shown`: all visible columns afterwards, in order. */
  | DomainEvent<"ReportColumnHidden", ColumnsPlaced>
  | DomainEvent<"ReportColumnMoved", ColumnsPlaced>
  | DomainEvent<"ReportColumnShown", ColumnsPlaced>
  /** null means the catalogue's title, width or format. */
  | DomainEvent<"ReportColumnRenamed", ColumnChange<"title">>
  | DomainEvent<"ReportColumnResized", ColumnChange<"width">>
  | DomainEvent<"ReportNumberFormatChanged", ColumnChange<"format">>
  /** null means the catalogue's content. */
  | DomainEvent<"CustomColumnChanged", ColumnChange<"custom"> & Following>
  /** `left`: the remaining designs, in order. */
  | DomainEvent<"ReportDesignDeleted", { reportId: string; title: string; left: string[] }>
  | DomainEvent<"ReportDesignsOrdered", NewOrder>
  /** The whole design after the restoration. */
  | DomainEvent<"ReportDesignRestored", DesignFacts & Restoration>;

export const designEventSchemas: EventSchemas<DesignEvent> = {
  ReportDesignCreated: 1,
  ReportDesignCloned: 1,
  ReportRenamed: 1,
  ReportGroupingChanged: 1,
  ReportSplitterChanged: 1,
  ReportSortingChanged: 1,
  ReportColumnHidden: 1,
  ReportColumnMoved: 1,
  ReportColumnShown: 1,
  ReportColumnRenamed: 1,
  ReportColumnResized: 1,
  ReportNumberFormatChanged: 1,
  CustomColumnChanged: 1,
  ReportDesignDeleted: 1,
  ReportDesignsOrdered: 1,
  ReportDesignRestored: 1,
};

type FilterStatusChange = {
  [Status in keyof FilterStatuses]: {
    filterId: string;
    status: Status;
    from: FilterStatuses[Status];
    to: FilterStatuses[Status];
  };
}[keyof FilterStatuses];

/** Values of personal sievers are tokenized (ADR 21). In schema 1, stars were literal unless alone (ADR 53). */
export type FilterEvent =
  /** Sheaf creates the system filters of views 1 and 2. */
  | DomainEvent<"FilterCreated", FilterFacts>
  | DomainEvent<"FilterCloned", FilterFacts & { clonedFrom: string }>
  | DomainEvent<"FilterRenamed", { filterId: string; from: string; to: string }>
  | DomainEvent<"FilterStatusChanged", FilterStatusChange>
  | DomainEvent<"FilterSieverChanged", { filterId: string; siever: SieverCode; from: string[]; to: string[] }>
  /** `left`: the remaining filters of view All, in order. */
  | DomainEvent<"FilterDeleted", { filterId: string; title: string; left: string[] }>
  /** Emitted only for view All; other views have a single filter. */
  | DomainEvent<"FiltersOrdered", NewOrder>
  | DomainEvent<"FilterRestored", FilterFacts & Restoration>;

export const filterEventSchemas: EventSchemas<FilterEvent> = {
  FilterCreated: 2,
  FilterCloned: 2,
  FilterRenamed: 1,
  FilterStatusChanged: 1,
  FilterSieverChanged: 2,
  FilterDeleted: 1,
  FiltersOrdered: 1,
  FilterRestored: 2,
};

type AutomationChange<Value> = { automationId: string; from: Value; to: Value };

/** Texts of destinations are tokenized (ADR 75). */
export type AutomationEvent =
  | DomainEvent<"AutomationCreated", AutomationDefinition & { automationId: string }>
  | DomainEvent<"AutomationCloned", AutomationDefinition & { automationId: string; clonedFrom: string }>
  | DomainEvent<"AutomationRenamed", AutomationChange<string>>
  /** Started by the merchant: the report runs from now on. */
  | DomainEvent<"AutomationStarted", { automationId: string }>
  | DomainEvent<"AutomationPaused", { automationId: string }>
  | DomainEvent<"AutomationDesignChosen", AutomationChange<string>>
  | DomainEvent<"AutomationFilterChosen", AutomationChange<string>>
  | DomainEvent<"AutomationFileTypeChanged", AutomationChange<FileType>>
  | DomainEvent<"AutomationEmptyReportsChanged", AutomationChange<boolean>>
  | DomainEvent<"AutomationDateFilterChanged", AutomationChange<boolean>>
  | DomainEvent<"AutomationDateBasisChanged", AutomationChange<DateBasis>>
  /** The whole schedule: a frequency is chosen together with its day and time. */
  | DomainEvent<"AutomationScheduleChanged", AutomationChange<AutomationSchedule>>
  /** The whole destination. */
  | DomainEvent<"AutomationDestinationChanged", AutomationChange<Destination>>
  /** The whole next destination. Another kind in use removes it without this event. */
  | DomainEvent<"AutomationNextDestinationChanged", AutomationChange<Destination | null>>
  | DomainEvent<"AutomationDeleted", { automationId: string; title: string }>
  /** The whole definition. `returned`: the deleted report is back, last in the list and paused. */
  | DomainEvent<"AutomationRestored", AutomationDefinition & { automationId: string; returned: boolean } & Restoration>;

export const automationEventSchemas: EventSchemas<AutomationEvent> = {
  AutomationCreated: 1,
  AutomationCloned: 1,
  AutomationRenamed: 1,
  AutomationStarted: 1,
  AutomationPaused: 1,
  AutomationDesignChosen: 1,
  AutomationFilterChosen: 1,
  AutomationFileTypeChanged: 1,
  AutomationEmptyReportsChanged: 1,
  AutomationDateFilterChanged: 1,
  AutomationDateBasisChanged: 1,
  AutomationScheduleChanged: 1,
  AutomationDestinationChanged: 1,
  AutomationNextDestinationChanged: 1,
  AutomationDeleted: 1,
  AutomationRestored: 1,
};

/** Operations on a destination's keys, for the history. They don't change the definition. `host`: owner of the key. */
export type AutomationAccessEvent =
  | DomainEvent<"WebhookSecretShown", { automationId: string }>
  | DomainEvent<"WebhookSecretRenewed", { automationId: string }>
  | DomainEvent<"ServerKeyForgotten", { automationId: string; host: string }>;

export const automationAccessSchemas: EventSchemas<AutomationAccessEvent> = {
  WebhookSecretShown: 1,
  WebhookSecretRenewed: 1,
  ServerKeyForgotten: 1,
};

/**
 * Stream `workspace-{tenant}`: everything the merchant edits. Projected into `filters`, `report-designs`,
 * `automations`, `recently-deleted` and `workspace-history` (projections/read-models/).
 */
export type WorkspaceEvent = DesignEvent | FilterEvent | AutomationEvent | AutomationAccessEvent;

export const workspaceEventSchemas: EventSchemas<WorkspaceEvent> = {
  ...designEventSchemas,
  ...filterEventSchemas,
  ...automationEventSchemas,
  ...automationAccessSchemas,
};
