import ButtonBase from "@mui/material/ButtonBase";
import Tooltip from "@mui/material/Tooltip";
import type { SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { displayedOutcome, outcomeDisplay } from "./outcome-display.ts";

type SlotCellProps = {
  slot: SlotOutcome;
  zone: string;
  /** True if Tab reaches this slot. */
  isStop: boolean;
  onReach: () => void;
  onChoose: () => void;
};

/** `2026/11/23 00:01: Delivered`; for a range `2026/11/20 00:01 to 2026/11/22 00:01: 3 reports were skipped …`. */
const describeSlot = (slot: SlotOutcome, zone: string): string => {
  const { From, To, Count, Outcome, Sentence } = slot;
  const at = Count > 1 ? `${formatInstant(From, zone)} to ${formatInstant(To, zone)}` : formatInstant(From, zone);
  return Outcome === "skipped" ? `${at}: ${Sentence}` : `${at}: ${outcomeDisplay[displayedOutcome(slot)].word}`;
};

/** A slot, or a skipped range with its count. Links to its line of the list. */
export const SlotCell = ({ slot, zone, isStop, onReach, onChoose }: SlotCellProps) => {
  const { Icon, color, soft, line } = outcomeDisplay[displayedOutcome(slot)];
  const words = describeSlot(slot, zone);
  return (
    <Tooltip title={words} disableInteractive>
      <ButtonBase
        data-slot={slot.From}
        aria-label={words}
        tabIndex={isStop ? 0 : -1}
        onFocus={onReach}
        onClick={onChoose}
        sx={{
          minWidth: 26,
          height: 26,
          px: slot.Count > 1 ? 0.75 : 0,
          gap: 0.25,
          borderRadius: 0.75,
          border: 1,
          borderColor: line,
          bgcolor: soft,
          color,
          fontSize: "0.75rem",
          fontWeight: 600,
          "&:hover": { borderColor: color },
        }}
      >
        <Icon sx={{ fontSize: 15 }} />
        {slot.Count > 1 && `× ${slot.Count.toLocaleString("en")}`}
      </ButtonBase>
    </Tooltip>
  );
};
