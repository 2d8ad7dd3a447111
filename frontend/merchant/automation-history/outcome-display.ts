import type { SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import { CanceledIcon, DoneIcon, EmptyIcon, ErrorIcon, TimeIcon } from "../../shared/ui/icons.tsx";

/** `waiting`: skipped, but a report for its time is still to come. */
export type Outcome = SlotOutcome["Outcome"] | "waiting";

/** The look of an outcome: its word, icon and colours. The icon serves without colour. */
export const outcomeDisplay = {
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
  waiting: {
    word: "Still to be made",
    Icon: TimeIcon,
    color: "text.secondary",
    soft: "surface.sunken",
    line: "divider",
  },
  "under-way": {
    word: "Under way",
    Icon: TimeIcon,
    color: "warning.main",
    soft: "soft.warning",
    line: "softLine.warning",
  },
} as const satisfies Record<Outcome, unknown>;

export const outcomes = Object.keys(outcomeDisplay) as Outcome[];

export const displayedOutcome = ({ Outcome, Waiting }: SlotOutcome): Outcome =>
  Outcome === "skipped" && Waiting > 0 ? "waiting" : Outcome;

/** Returns the number of an entry's slots with an outcome. Some skipped ones may be waiting. */
export const getOutcomeCount = ({ Outcome, Waiting, Count }: SlotOutcome, outcome: Outcome): number => {
  if (outcome === "waiting") return Waiting;
  return Outcome === outcome ? Count - Waiting : 0;
};
