import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Link from "@mui/material/Link";
import Paper from "@mui/material/Paper";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { AutomationStatus } from "#domain/enumerations.ts";
import { isManual } from "#domain/ledger/events.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import { automationHistoryPath } from "../../shared/navigation/paths.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { statusColors } from "../resources/automations/status-badge.tsx";
import { isRunning, statusDisplay } from "../resources/automations/status-display.ts";
import { useShopZone } from "../use-shop-zone.ts";
import type { EditorFields } from "./fields.ts";
import { SampleButton } from "./sample/sample-button.tsx";
import { TestRun } from "./test-run.tsx";
import type { RunState } from "./use-run-state.ts";

const causes = {
  slot: "A report is being made",
  "catch-up": "A report for the skipped time is being made",
  test: "A test run is under way",
  retry: "The report is being tried again",
  again: "A report is being sent again",
} as const;

const stillGoesOut = "No new reports will be made. The one under way will still be sent.";

/** The next step in a sentence. */
const nextOf = (shown: AutomationStatus, info: AutomationInfo, zone: string): string => {
  // A run stays open while it waits for the next try, without making anything.
  if (info.RetryAt && !(info.UnderWay && isManual(info.UnderWay.Cause))) {
    const next = formatInstant(info.RetryAt, zone);
    return shown === AutomationStatus.Paused ? `${stillGoesOut} Next attempt: ${next}.` : `Next attempt: ${next}.`;
  }
  if (info.UnderWay && shown === AutomationStatus.Paused) return stillGoesOut;
  if (info.UnderWay) return `${causes[info.UnderWay.Cause]}.`;
  if (shown === AutomationStatus.Paused) return "No reports are made until you start it.";
  if (shown === AutomationStatus.Suspended) return "No reports are made until you start it again.";
  if (shown === AutomationStatus.Expired) return "The end date has passed. Choose a later one to continue.";
  // The retry may have begun after `info` was read.
  if (shown === AutomationStatus.SuspendedRetry) return `${causes.retry}.`;
  return info.NextExecution ? `Next report: ${formatInstant(info.NextExecution, zone)}.` : "No report is planned.";
};

type StatusStripProps = { id: string; run: RunState; info: AutomationInfo | undefined; draft: EditorFields };

/** The report's status: label, switch, next step, a sample, a test run, and a link to past reports. */
export const StatusStrip = ({ id, run, info, draft }: StatusStripProps) => {
  const zone = useShopZone();
  const { shown } = run;
  const running = isRunning(shown);
  const { label, color } = statusDisplay[shown];
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label="Status"
      sx={{
        px: { xs: 2, sm: 3 },
        py: 1.5,
        mb: 2,
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        columnGap: 2,
        rowGap: 1,
      }}
    >
      <FormControlLabel
        label={label}
        control={<Switch checked={running} onChange={run.toggle} />}
        sx={{
          m: 0,
          // Aligns the switch with the fields.
          ml: -1,
          "& .MuiFormControlLabel-label": {
            fontWeight: 600,
            color: statusColors[color],
          },
        }}
      />
      <Typography
        variant="body2"
        color="textSecondary"
        role="status"
        sx={{ flex: "1 1 220px", minHeight: "1lh", fontVariantNumeric: "tabular-nums" }}
      >
        {info && nextOf(shown, info, zone)}
      </Typography>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, rowGap: 1 }}>
        <Link component={RouterLink} to={automationHistoryPath(id)} variant="body2">
          Report history
        </Link>
        <SampleButton sample={run.sample} />
        <TestRun isPaused={shown === AutomationStatus.Paused} test={run.test} draft={draft} />
      </Box>
    </Paper>
  );
};
