import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Typography from "@mui/material/Typography";
import { memo, useId, useRef, useState } from "react";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import { describeFormulaFaultsOnWire } from "#domain/wire/reports/formula-faults.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { FileTypeIcon } from "../../shared/ui/file-type-icon.tsx";
import { ChevronDownIcon, ChevronUpIcon, DownloadIcon, OutsideIcon } from "../../shared/ui/icons.tsx";
import { ignoreDoubleClick } from "../../shared/ui/ignore-double-click.ts";
import { quietButton, smallButton } from "../report-exports/buttons.ts";
import { toExportLinks } from "../report-exports/export-view.ts";
import { InlineFacts } from "../report-exports/inline-facts.tsx";
import { toEntryId } from "./entries.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import {
  causeLabel,
  formatGoneOrders,
  formatLateOrders,
  formatMissingPictures,
  formatRange,
  formatUnreadOrders,
  listRunFacts,
  statusText,
} from "./run-text.ts";
import { RunTry } from "./run-try.tsx";

/** `onTryNow` and `onSendAgain` are absent for a deleted report. */
export type RunActions = {
  onWhatMadeIt: (run: AutomationHistoryItem) => void;
  onTryNow: (() => void) | undefined;
  onSendAgain: ((run: AutomationHistoryItem) => void) | undefined;
};

type RunItemProps = {
  run: AutomationHistoryItem;
  zone: string;
  /** A later report exists or is planned. */
  hasNext: boolean;
} & RunActions;

/** One run (S-2.2.6): its period, outcome and file, and its tries on demand. */
export const RunItem = memo(({ run, zone, hasNext, onWhatMadeIt, onTryNow, onSendAgain }: RunItemProps) => {
  const [isOpen, setOpen] = useState(false);
  const item = useRef<HTMLElement>(null);
  const triesId = useId();
  const cause = causeLabel(run);
  const range = formatRange(run, zone);
  const status = statusText(run, zone);
  const remarks = [
    formatUnreadOrders(run, hasNext),
    formatLateOrders(run),
    formatGoneOrders(run),
    formatMissingPictures(run),
    ...describeFormulaFaultsOnWire(run.FormulaFaults),
  ].filter((words) => words !== null);
  const triesText = run.Tries.length === 1 ? "1 attempt" : `${run.Tries.length} attempts`;
  /** Tells buttons of different runs apart, as a test may have the same slot. */
  const when = formatInstant(run.Cause === "slot" ? run.Slot : run.StartedAt, zone);
  return (
    <Box
      component="li"
      ref={item}
      id={toEntryId({ RunId: run.RunId, From: run.Slot })}
      tabIndex={-1}
      sx={{
        display: "flex",
        gap: 1.5,
        px: { xs: 2, sm: 2.5 },
        py: 2,
        "& + &, [data-part=skipped] + &": { borderTop: 1, borderColor: "divider" },
        scrollMarginTop: 80,
        outlineOffset: -2,
      }}
    >
      <FileTypeIcon type={run.Filetype} size={36} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 1.5, rowGap: 0.25 }}>
          <Typography variant="h3" sx={{ overflowWrap: "anywhere" }}>
            {run.ReportTitle}
          </Typography>
          {cause !== null && <Chip size="small" label={cause} />}
          <Box sx={{ ml: { sm: "auto" } }}>
            <OutcomeBadge outcome={run.Arrived ?? run.Outcome ?? "under-way"} />
          </Box>
        </Box>
        {range !== null && <Typography variant="body2">{range}</Typography>}
        <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: "tabular-nums" }}>
          <InlineFacts of={listRunFacts(run, zone)} />
        </Typography>
        {remarks.map((words) => (
          <Typography key={words} variant="body2" sx={{ mt: 0.5, overflowWrap: "anywhere" }}>
            {words}
          </Typography>
        ))}
        {status !== null && (
          <Typography
            variant="body2"
            color={status.isError ? "error" : "textSecondary"}
            sx={{ mt: 0.5, overflowWrap: "anywhere" }}
          >
            {status.text}
          </Typography>
        )}
        <Box
          sx={{
            display: "flex",
            flexWrap: "wrap",
            rowGap: { xs: 0.25, sm: 1 },
            columnGap: { xs: 0.75, sm: 1 },
            mt: 1,
            // Aligns the first button's text if there is no file.
            "& > .MuiButton-text:first-child": { ml: -1 },
          }}
        >
          <FileLink run={run} when={when} />
          {run.RetryAt !== null && onTryNow && (
            <Button
              {...smallButton}
              aria-label={`Try now, ${when}`}
              onClick={() => {
                onTryNow();
                // The button disappears once the try has begun.
                item.current?.focus();
              }}
              {...ignoreDoubleClick}
            >
              Try now
            </Button>
          )}
          {run.Outcome !== null && onSendAgain && (
            <Button {...quietButton} aria-label={`Send again, ${when}`} onClick={() => onSendAgain(run)}>
              Send again
            </Button>
          )}
          {run.Tries.length > 0 && (
            <Button
              {...quietButton}
              aria-label={`${triesText}, ${when}`}
              aria-expanded={isOpen}
              aria-controls={isOpen ? triesId : undefined}
              endIcon={isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}
              onClick={() => setOpen(!isOpen)}
            >
              {triesText}
            </Button>
          )}
          <Button {...quietButton} aria-label={`How it was made, ${when}`} onClick={() => onWhatMadeIt(run)}>
            How it was made
          </Button>
        </Box>
        {isOpen && (
          <Box
            component="ol"
            id={triesId}
            aria-label={`Attempts of ${when}`}
            sx={{
              listStyle: "none",
              m: 0,
              mt: 1.5,
              p: { xs: 1.5, sm: 2 },
              borderRadius: 1.25,
              bgcolor: "surface.sunken",
            }}
          >
            {run.Tries.map((one) => (
              <RunTry key={one.Try} of={one} zone={zone} />
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
});

/** Download for Excel, CSV and XML, a view in the browser for HTML (S-2.2.6). */
const FileLink = ({ run, when }: { run: AutomationHistoryItem; when: string }) => {
  if (run.PublicUrl === null || run.Expired) return null;
  const { download, view } = toExportLinks(run, run.PublicUrl);
  if (download !== null)
    return (
      <Button
        {...smallButton}
        component="a"
        href={download}
        download
        aria-label={`download ${run.ReportTitle}, ${when}`}
        startIcon={<DownloadIcon />}
      >
        download
      </Button>
    );
  return (
    <Button
      {...smallButton}
      component="a"
      href={view ?? run.PublicUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`view in browser ${run.ReportTitle}, ${when}`}
      startIcon={<OutsideIcon />}
    >
      view in browser
    </Button>
  );
};
