import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { ColumnSettings, DesignFacts, SortedBy } from "../designs/design.ts";
import type { FileType, Grouping, WorksheetSplitter } from "../enumerations.ts";
import type { FilterFacts, FilterStatuses } from "../filters/filter.ts";
import type { SieverCode } from "../filters/sievers.ts";
import type { AutomationDefinition, AutomationSchedule } from "./automations/automation.ts";
import type { Destination } from "./automations/destination.ts";

/** A whole list in its new order. `moved` are those that the merchant meant; the others gave way. */
export type NewOrder = { from: string[]; to: string[]; moved: string[] };

/** What was there at the version is there again, but for what these sentences name. */
export type Restoration = { version: number; notRestored: string[] };

/** A field of a design, or of one of its columns. */
type DesignChange<Value> = { reportId: string; from: Value; to: Value };
type ColumnChange<Property extends keyof ColumnSettings> = DesignChange<Required<ColumnSettings>[Property] | null> & {
  column: string;
};

/** What formulas read from then on, by the keys of their columns: those whose columns have other letters then (ADR 52). Absent where none has. */
export type Following = { formulas?: { [column: string]: string } };

type ColumnsPlaced = { reportId: string; columns: string[]; shown: string[] } & Following;

export type DesignEvent =
  | DomainEvent<"ReportDesignCreated", DesignFacts>
  /** The clone, whole, and the id of what it was made from. */
  | DomainEvent<"ReportDesignCloned", DesignFacts & { clonedFrom: string }>
  | DomainEvent<"ReportRenamed", DesignChange<string>>
  | DomainEvent<"ReportGroupingChanged", DesignChange<Grouping> & Following>
  | DomainEvent<"ReportSplitterChanged", DesignChange<WorksheetSplitter>>
  | DomainEvent<"ReportSortingChanged", DesignChange<SortedBy | null>>
  /** One save may hide, move or show several columns. `shown`: those that are visible from then on, in their order. */
  | DomainEvent<"ReportColumnHidden", ColumnsPlaced>
  | DomainEvent<"ReportColumnMoved", ColumnsPlaced>
  | DomainEvent<"ReportColumnShown", ColumnsPlaced>
  /** null: the title, width or format of the catalogue. */
  | DomainEvent<"ReportColumnRenamed", ColumnChange<"title">>
  | DomainEvent<"ReportColumnResized", ColumnChange<"width">>
  | DomainEvent<"ReportNumberFormatChanged", ColumnChange<"format">>
  /** null: what the catalogue has in the column. */
  | DomainEvent<"CustomColumnChanged", ColumnChange<"custom"> & Following>
  /** `left`: the designs that are left, in their order. */
  | DomainEvent<"ReportDesignDeleted", { reportId: string; title: string; left: string[] }>
  | DomainEvent<"ReportDesignsOrdered", NewOrder>
  /** The design, whole, as it stands from now on. */
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

/**
 * Values of personal sievers stand in these as they are kept: references to the vault (ADR 21). In schema 1 a star that did not stand
 * alone was a star (ADR 53).
 */
export type FilterEvent =
  /** By the merchant, or by Sheaf itself for the system filters of views 1 and 2. */
  | DomainEvent<"FilterCreated", FilterFacts>
  | DomainEvent<"FilterCloned", FilterFacts & { clonedFrom: string }>
  | DomainEvent<"FilterRenamed", { filterId: string; from: string; to: string }>
  | DomainEvent<"FilterStatusChanged", FilterStatusChange>
  | DomainEvent<"FilterSieverChanged", { filterId: string; siever: SieverCode; from: string[]; to: string[] }>
  /** `left`: the filters of view All that are left, in their order. */
  | DomainEvent<"FilterDeleted", { filterId: string; title: string; left: string[] }>
  /** Filters of view All; the others stand alone in theirs. */
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

/** A field of an automated report. */
type AutomationChange<Value> = { automationId: string; from: Value; to: Value };

/** Texts of a destination stand in these as they are kept: references to the vault (ADR 75). */
export type AutomationEvent =
  | DomainEvent<"AutomationCreated", AutomationDefinition & { automationId: string }>
  | DomainEvent<"AutomationCloned", AutomationDefinition & { automationId: string; clonedFrom: string }>
  | DomainEvent<"AutomationRenamed", AutomationChange<string>>
  /** By the merchant: it runs from now on. */
  | DomainEvent<"AutomationStarted", { automationId: string }>
  | DomainEvent<"AutomationPaused", { automationId: string }>
  | DomainEvent<"AutomationDesignChosen", AutomationChange<string>>
  | DomainEvent<"AutomationFilterChosen", AutomationChange<string>>
  | DomainEvent<"AutomationFileTypeChanged", AutomationChange<FileType>>
  | DomainEvent<"AutomationEmptyReportsChanged", AutomationChange<boolean>>
  | DomainEvent<"AutomationDateFilterChanged", AutomationChange<boolean>>
  /** All of it, as it was and as it is from then on: a frequency is chosen together with its day and time. */
  | DomainEvent<"AutomationScheduleChanged", AutomationChange<AutomationSchedule>>
  /** All of it, as it was and as it is from then on. */
  | DomainEvent<"AutomationDestinationChanged", AutomationChange<Destination>>
  /** The whole destination that isn't in use yet. A change of the kind in use ends it without this event. */
  | DomainEvent<"AutomationNextDestinationChanged", AutomationChange<Destination | null>>
  | DomainEvent<"AutomationDeleted", { automationId: string; title: string }>
  /** Whole, as it stands from now on. `returned`: it was deleted and is back, the last of the list and paused. */
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
  AutomationScheduleChanged: 1,
  AutomationDestinationChanged: 1,
  AutomationNextDestinationChanged: 1,
  AutomationDeleted: 1,
  AutomationRestored: 1,
};

/** What was done with the keys of a report's destination: nothing of its definition, and its history tells it. `host`: whose key it was. */
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
 * Stream `workspace-{tenant}`: everything the merchant edits. No reaction hears them; projected into `filters`, `report-designs`,
 * `automations`, `recently-deleted` and `workspace-history` (projections/read-models/).
 */
export type WorkspaceEvent = DesignEvent | FilterEvent | AutomationEvent | AutomationAccessEvent;

export const workspaceEventSchemas: EventSchemas<WorkspaceEvent> = {
  ...designEventSchemas,
  ...filterEventSchemas,
  ...automationEventSchemas,
  ...automationAccessSchemas,
};
