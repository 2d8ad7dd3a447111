import type { DomainEvent } from "../core/message.ts";
import type { ChosenColumn } from "../designs/chosen-column.ts";
import type { Grouping } from "../enumerations.ts";
import type { FilterFacts, FilterStatuses } from "../filters/filter.ts";
import type { SieverCode } from "../filters/sievers.ts";
import type { AutomationDefinition } from "./automation.ts";

export type ReportDesignFacts = {
  reportId: string;
  title: string;
  grouping: Grouping;
  ordering: number;
  columns: ChosenColumn[];
};

/** A whole list in its new order. `moved` are those that the merchant meant; the others gave way. */
type NewOrder = { from: string[]; to: string[]; moved: string[] };

/** What was there at the version is there again, but for what these sentences name. */
type Restoration = { version: number; notRestored: string[] };

type ReportDesignEvent =
  | DomainEvent<"ReportDesignCreated", ReportDesignFacts>
  /** The clone, whole, and the id of what it was made from. */
  | DomainEvent<"ReportDesignCloned", ReportDesignFacts & { clonedFrom: string }>
  /** `left`: the designs that are left, in their order. */
  | DomainEvent<"ReportDesignDeleted", { reportId: string; title: string; left: string[] }>
  | DomainEvent<"ReportDesignsOrdered", NewOrder>
  /** The design, whole, as it stands from now on. */
  | DomainEvent<"ReportDesignRestored", ReportDesignFacts & Restoration>;

type FilterStatusChange = {
  [Status in keyof FilterStatuses]: {
    filterId: string;
    status: Status;
    from: FilterStatuses[Status];
    to: FilterStatuses[Status];
  };
}[keyof FilterStatuses];

/** Values of personal sievers stand in these as they are kept: references to the vault (ADR 21). */
type FilterEvent =
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

type AutomationChange = {
  [Field in keyof AutomationDefinition]: {
    automationId: string;
    field: Field;
    from: AutomationDefinition[Field];
    to: AutomationDefinition[Field];
  };
}[keyof AutomationDefinition];

type AutomationEvent =
  | DomainEvent<"AutomationCreated", AutomationDefinition & { automationId: string }>
  | DomainEvent<"AutomationCloned", AutomationDefinition & { automationId: string; clonedFrom: string }>
  | DomainEvent<"AutomationChanged", AutomationChange>
  | DomainEvent<"AutomationDeleted", { automationId: string; title: string }>;

/** Stream `workspace-{tenant}`: everything the merchant edits. */
export type WorkspaceEvent = ReportDesignEvent | FilterEvent | AutomationEvent;
