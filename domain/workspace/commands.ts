import type { CommandContext } from "../core/message.ts";
import type { DesignContent } from "../designs/design.ts";
import type { DesignFields } from "../designs/fields.ts";
import type { StarterKey } from "../designs/starters.ts";
import type { Grouping } from "../enumerations.ts";
import type { FilterContent } from "../filters/filter.ts";
import type { PersonalTexts } from "../filters/personal.ts";
import type { Features } from "../shop/features.ts";
import type { AutomationDefinition } from "./automations/automation.ts";
import type { AutomationAccess } from "./state.ts";

/** Ids of a list as the user saw it and as they made it. Those made meanwhile keep their place at the end, those deleted are left out. */
type Reordering = { base: readonly string[]; wanted: readonly string[] };

/** Commands on `workspace-{tenant}`. Quotas are those of the tier. */
export type WorkspaceCommand = { context: CommandContext } & (
  | {
      type: "CreateReportDesign";
      maxReports: number;
      /** What it begins as; default by R-27. */
      starter?: StarterKey;
      /** In place of that of the beginning. */
      grouping?: Grouping;
      /** Keys of the catalogue in the order of the columns, each once, in place of those of the beginning. */
      columns?: readonly string[];
      features: Features;
    }
  | { type: "CloneReportDesign"; reportId: string; maxReports: number }
  /** Refused while an automated report uses it, `details` being the title of the first one. */
  | { type: "DeleteReportDesign"; reportId: string }
  | ({ type: "OrderReportDesigns" } & Reordering)
  /**
   * `base` is what the user saw, `wanted` the fields that they sent (D-4; an absent one is not meant), `order` the visible columns that
   * they sent, in their order. `letters`: what their formulas call A, B, C; by default what the file has of the columns as they left them.
   * `features`: what the shop may use; what a design has already it keeps without.
   */
  | {
      type: "UpdateReportDesign";
      reportId: string;
      base: DesignContent;
      wanted: Partial<DesignFields>;
      order: readonly string[];
      letters?: readonly string[];
      features: Features;
    }
  /** `earlier`: the design's content as it was at `version`. */
  | { type: "RestoreReportDesign"; reportId: string; version: number; earlier: DesignContent; maxReports: number }
  /** Both system filters, where they are missing. */
  | { type: "EnsureSystemFilters" }
  /** `title`: without one, R-26 names the filter. If another filter has it, the next free number follows. */
  | { type: "CreateFilter"; maxFilters: number; title?: string }
  | { type: "CloneFilter"; filterId: string; maxFilters: number }
  | { type: "DeleteFilter"; filterId: string }
  | ({ type: "OrderFilters" } & Reordering)
  /** `base` is what the user saw, `wanted` what they made of it (D-4); `texts`: the words of its kept values (ADR 21). */
  | { type: "UpdateFilter"; filterId: string; base: FilterContent; wanted: FilterContent; texts: PersonalTexts }
  /** `earlier`: the filter's content as it was at `version`; `texts`: the words of its kept values. */
  | {
      type: "RestoreFilter";
      filterId: string;
      version: number;
      earlier: FilterContent;
      texts: PersonalTexts;
      maxFilters: number;
    }
  /** `recipients`: references to the shop's own address. `filterId`: without one, no filter is chosen. */
  | { type: "CreateAutomation"; recipients: readonly string[]; maxAutomations: number; filterId?: string }
  | { type: "CloneAutomation"; automationId: string; maxAutomations: number }
  /**
   * `base` is what the user saw, `wanted` what they made of it (D-4); `texts`: the words of what `wanted` has new (ADR 75); `today`: the
   * shop's local day, `YYYY-MM-DD`; `passwordTyped`: the password of an FTP server came with this edit, if only as it was already.
   */
  | {
      type: "UpdateAutomation";
      automationId: string;
      base: AutomationDefinition;
      wanted: AutomationDefinition;
      texts: PersonalTexts;
      today: string;
      passwordTyped?: boolean;
    }
  | { type: "DeleteAutomation"; automationId: string }
  /** Comes before what is done with a key of its destination. */
  | { type: "NoteAutomationAccess"; automationId: string; did: AutomationAccess }
  /** `earlier`: as it was at `version`; `texts`: the words of what it keeps. */
  | {
      type: "RestoreAutomation";
      automationId: string;
      version: number;
      earlier: AutomationDefinition;
      texts: PersonalTexts;
      maxAutomations: number;
    }
);
