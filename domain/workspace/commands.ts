import type { CommandContext } from "../core/message.ts";
import type { DesignContent } from "../designs/design.ts";
import type { DesignFields } from "../designs/fields.ts";
import type { StarterKey } from "../designs/starters.ts";
import type { Grouping } from "../enumerations.ts";
import type { FilterContent } from "../filters/filter.ts";
import type { PersonalTexts } from "../filters/personal.ts";
import type { Features } from "../shop/features.ts";
import type { AutomationDefinition, ChosenParts } from "./automations/automation.ts";
import type { AutomationAccess } from "./state.ts";

/** A list's ids as seen and as arranged by the user. */
type Reordering = { base: readonly string[]; wanted: readonly string[] };

/** Commands on `workspace-{tenant}`. `max…`: the tier's quotas. */
export type WorkspaceCommand = { context: CommandContext } & (
  | {
      type: "CreateReportDesign";
      maxReports: number;
      /** The starter; default by R-27. */
      starter?: StarterKey;
      /** Replaces the starter's grouping. */
      grouping?: Grouping;
      /** Catalogue keys in the order of the columns, without duplicates. Replaces the starter's columns. */
      columns?: readonly string[];
      features: Features;
    }
  | { type: "CloneReportDesign"; reportId: string; maxReports: number }
  /** Refused while an automated report uses it; `details` is the title of the first one. */
  | { type: "DeleteReportDesign"; reportId: string }
  | ({ type: "OrderReportDesigns" } & Reordering)
  /**
   * `base`: seen by the user. `wanted`: the sent fields (D-4; if absent, unchanged). `order`: the sent visible
   * columns, in order. `letters`: the columns that formulas call A, B, C; default: the file's columns as the user left
   * them. `features`: of the shop; a design keeps what it has already.
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
  /** `earlier`: the design's content at `version`. */
  | { type: "RestoreReportDesign"; reportId: string; version: number; earlier: DesignContent; maxReports: number }
  /** Creates missing system filters; there are two. */
  | { type: "EnsureSystemFilters" }
  /** `title`: default by R-26. A number is appended if it is taken. */
  | { type: "CreateFilter"; maxFilters: number; title?: string }
  | { type: "CloneFilter"; filterId: string; maxFilters: number }
  | { type: "DeleteFilter"; filterId: string }
  | ({ type: "OrderFilters" } & Reordering)
  /** `base`: seen by the user. `wanted`: after the edit (D-4). `texts`: plaintext of tokenized values (ADR 21). */
  | { type: "UpdateFilter"; filterId: string; base: FilterContent; wanted: FilterContent; texts: PersonalTexts }
  /** `earlier`: the filter's content at `version`. `texts`: plaintext of its tokenized values. */
  | {
      type: "RestoreFilter";
      filterId: string;
      version: number;
      earlier: FilterContent;
      texts: PersonalTexts;
      maxFilters: number;
    }
  /** `recipients`: vault references of the shop's own address. `filterId`: absent for none. */
  | { type: "CreateAutomation"; recipients: readonly string[]; maxAutomations: number; chosen?: ChosenParts }
  | { type: "CloneAutomation"; automationId: string; maxAutomations: number }
  /**
   * `base`: seen by the user. `wanted`: after the edit (D-4). `texts`: plaintext of new texts in `wanted` (ADR 75).
   * `today`: the shop's local day, `YYYY-MM-DD`. `passwordTyped`: an FTP password came with this edit, even if
   * unchanged.
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
  /** Recorded before the operation on a destination's key. */
  | { type: "NoteAutomationAccess"; automationId: string; did: AutomationAccess }
  /** `earlier`: the definition at `version`. `texts`: plaintext of its tokenized texts. */
  | {
      type: "RestoreAutomation";
      automationId: string;
      version: number;
      earlier: AutomationDefinition;
      texts: PersonalTexts;
      maxAutomations: number;
    }
);
