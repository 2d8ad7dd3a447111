import type { MailReachOnWire } from "#domain/ledger/mail-reach.ts";
import type { SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import { CanceledIcon, DoneIcon, EmptyIcon, ErrorIcon, TimeIcon } from "../../shared/ui/icons.tsx";
import { arrivedLabel } from "../resources/automations/arrived-text.ts";

/**
 * `waiting`: skipped, with a report for its time still to come. `some`, `maybe`: failed, but some recipients have the
 * report, or it may have arrived.
 */
export type Outcome = SlotOutcome["Outcome"] | "waiting" | MailReachOnWire;

/** An outcome's word, icon and colors. The icon serves without color. */
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
  some: {
    word: arrivedLabel.some,
    Icon: ErrorIcon,
    color: "warning.main",
    soft: "soft.warning",
    line: "softLine.warning",
  },
  maybe: {
    word: arrivedLabel.maybe,
    Icon: ErrorIcon,
    color: "warning.main",
    soft: "soft.warning",
    line: "softLine.warning",
  },
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

export const displayedOutcome = ({ Outcome, Waiting, Arrived }: SlotOutcome): Outcome =>
  Outcome === "skipped" && Waiting > 0 ? "waiting" : (Arrived ?? Outcome);

/** Outcomes that the legend leaves out while there are none. */
export const rareOutcomes: readonly Outcome[] = ["waiting", "some", "maybe"];

/** Counts an entry's slots with an outcome. Skipped slots may be waiting. */
export const getOutcomeCount = ({ Outcome, Waiting, Count, Arrived }: SlotOutcome, outcome: Outcome): number => {
  if (outcome === "waiting") return Waiting;
  return (Arrived ?? Outcome) === outcome ? Count - Waiting : 0;
};
