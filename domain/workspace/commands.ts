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

/** `wanted`: as arranged by the user. */
type Reordering = { base: readonly string[]; wanted: readonly string[] };

/**
 * Commands on `workspace-{tenant}`. `max…`: the tier's quotas. `base`: seen by the user. `earlier`: content at
 * `version`. `texts`: plaintext of tokenized texts (ADR 21, ADR 75).
 */
export type WorkspaceCommand = { context: CommandContext } & (
  | {
      type: "CreateReportDesign";
      maxReports: number;
      /** Default by R-27. */
      starter?: StarterKey;
      /** Replaces the starter's grouping. */
      grouping?: Grouping;
      /** Catalogue keys in order, distinct. Replaces the starter's columns. */
      columns?: readonly string[];
      features: Features;
    }
  | { type: "CloneReportDesign"; reportId: string; maxReports: number }
  /** Refused while an automated report uses it; `details` is the first one's title. */
  | { type: "DeleteReportDesign"; reportId: string }
  | ({ type: "OrderReportDesigns" } & Reordering)
  /**
   * `wanted`: the sent fields; absent ones stay (D-4). `order`: the sent visible columns. `letters`: the columns that
   * formulas call A, B, C; default: the file's columns as the user left them. `features`: of the shop; a design keeps
   * what it has already.
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
  | { type: "RestoreReportDesign"; reportId: string; version: number; earlier: DesignContent; maxReports: number }
  /** Creates missing system filters; there are two. */
  | { type: "EnsureSystemFilters" }
  /** `title`: default by R-26. A taken one gets a number. */
  | { type: "CreateFilter"; maxFilters: number; title?: string }
  | { type: "CloneFilter"; filterId: string; maxFilters: number }
  | { type: "DeleteFilter"; filterId: string }
  | ({ type: "OrderFilters" } & Reordering)
  /** `wanted`: after the edit (D-4). */
  | { type: "UpdateFilter"; filterId: string; base: FilterContent; wanted: FilterContent; texts: PersonalTexts }
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
   * `wanted`: after the edit (D-4). `today`: the shop's local day, `YYYY-MM-DD`. `passwordTyped`: an FTP
   * password came with this edit, even if unchanged.
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
  | {
      type: "RestoreAutomation";
      automationId: string;
      version: number;
      earlier: AutomationDefinition;
      texts: PersonalTexts;
      maxAutomations: number;
    }
);
