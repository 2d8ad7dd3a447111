import type { SlotOutcome } from "#domain/wire/automation-history.ts";
import { CanceledIcon, DoneIcon, EmptyIcon, ErrorIcon, TimeIcon } from "../../shared/ui/icons.tsx";

export type Outcome = SlotOutcome["Outcome"];

/** How an outcome is shown: its word, the icon that stands for it without colour, and its colours. */
export const outcomeLooks = {
  delivered: {
    word: "Delivered",
    Icon: DoneIcon,
    color: "success.main",
    soft: "soft.success",
    line: "softLine.success",
  },
  empty: { word: "Empty", Icon: EmptyIcon, color: "info.main", soft: "soft.info", line: "softLine.info" },
  failed: { word: "Failed", Icon: ErrorIcon, color: "error.main", soft: "soft.error", line: "softLine.error" },
  skipped: { word: "Skipped", Icon: CanceledIcon, color: "text.secondary", soft: "surface.sunken", line: "divider" },
  "under-way": {
    word: "Under way",
    Icon: TimeIcon,
    color: "warning.main",
    soft: "soft.warning",
    line: "softLine.warning",
  },
} as const satisfies Record<Outcome, unknown>;

export const outcomes = Object.keys(outcomeLooks) as Outcome[];
