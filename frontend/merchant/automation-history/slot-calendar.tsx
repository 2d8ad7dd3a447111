import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Frequency } from "#domain/enumerations.ts";
import type { SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import type { ShopDay } from "../../shared/time/describe-day.ts";
import { BackChevronIcon, ChevronRightIcon } from "../../shared/ui/icons.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { daysOfPage, formatDays, getScale, groupSlots } from "./calendar.ts";
import { Legend } from "./legend.tsx";
import { SlotCell } from "./slot-cell.tsx";
import { useSlots } from "./use-runs.ts";

type SlotCalendarProps = {
  id: string;
  frequency: Frequency;
  day: ShopDay;
  /** Changes when a run begins or ends. */
  version: string;
  onChoose: (slot: SlotOutcome) => void;
};

/** Placeholder for a calendar of unknown length. */
export const CalendarSkeleton = () => (
  <Skeleton variant="rounded" height={180} role="status" aria-busy="true" aria-label="Loading the calendar" />
);

/** The outcome of each planned slot, by color, icon and words. Arrow keys move between slots. */
export const SlotCalendar = ({ id, frequency, day, version, onChoose }: SlotCalendarProps) => {
  const headingId = useId();
  const scale = getScale(frequency);
  const [page, setPage] = useState(0);
  const days = daysOfPage(scale, page, day.today);
  const slots = useSlots(id, days, version);
  const groups = groupSlots(slots.data ?? [], scale, day.zone);
  const cells = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState<string | null>(null);
  const all = groups.flatMap((group) => group.slots);
  /** Tab reaches one slot: the last focused one, else the newest. */
  const stop = all.some(({ From }) => From === reached) ? reached : groups[0]?.slots.at(-1)?.From;

  const walk = (event: KeyboardEvent) => {
    const buttons = [...(cells.current?.querySelectorAll<HTMLElement>("[data-slot]") ?? [])];
    const index = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
    if (index === -1 || to === undefined) return;
    event.preventDefault();
    buttons[to]?.focus();
  };

  return (
    <Paper component="section" variant="outlined" aria-labelledby={headingId} sx={{ p: { xs: 2, sm: 2.5 }, mb: 3 }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1, mb: 2 }}>
        <Typography variant="h2" id={headingId} sx={{ flex: "1 1 300px" }}>
          Planned reports
          <Typography
            component="span"
            variant="body2"
            color="textSecondary"
            sx={{ ml: 1.5, whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}
          >
            {formatDays(days)}
          </Typography>
        </Typography>
        <Box sx={{ display: "flex", gap: 1 }}>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<BackChevronIcon />}
            onClick={() => setPage(page + 1)}
          >
            Earlier
          </Button>
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            endIcon={<ChevronRightIcon />}
            disabled={page === 0}
            onClick={() => setPage(page - 1)}
          >
            Later
          </Button>
        </Box>
      </Box>
      {slots.isError && !isSkipped(slots.error) && (
        <RetryAlert sx={{ mb: 2 }} onRetry={() => void slots.refetch()}>
          {getErrorMessage(slots.error)}
        </RetryAlert>
      )}
      {slots.isPending && <CalendarSkeleton />}
      {slots.isSuccess && all.length === 0 && (
        <Typography variant="body2" color="textSecondary">
          No reports were due on these days.
        </Typography>
      )}
      <Box
        ref={cells}
        onKeyDown={walk}
        sx={{ display: "grid", gap: 1, opacity: slots.isPlaceholderData && slots.isFetching ? 0.6 : 1 }}
      >
        {groups.map((group) => (
          <Box
            key={group.key}
            role="group"
            aria-label={group.label}
            sx={{
              display: "grid",
              gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "124px minmax(0, 1fr)" },
              columnGap: 1,
            }}
          >
            <Typography variant="body2" color="textSecondary" sx={{ lineHeight: "26px" }}>
              {group.label}
            </Typography>
            <Box sx={{ display: "flex", flexWrap: "wrap", gap: "3px" }}>
              {group.slots.map((slot) => (
                <SlotCell
                  key={slot.From}
                  slot={slot}
                  zone={day.zone}
                  isStop={slot.From === stop}
                  onReach={() => setReached(slot.From)}
                  onChoose={() => onChoose(slot)}
                />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
      {all.length > 0 && <Legend of={all} />}
    </Paper>
  );
};
