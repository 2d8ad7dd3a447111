import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { DateTime } from "luxon";
import { type ReactNode, Suspense, useMemo, useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { AutomationStatus } from "#domain/enumerations.ts";
import { isManual } from "#domain/ledger/events.ts";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import type { AutomationOnWire } from "#domain/wire/automations/automations.ts";
import { hasPage } from "../../shared/navigation/pages.ts";
import { automationEditorPath, paths } from "../../shared/navigation/paths.ts";
import { formatZone } from "../../shared/time/format-zone.ts";
import { holdAfterLoading } from "../../shared/ui/hold-after-loading.ts";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { useFailureToast } from "../../shared/ui/use-failure-toast.ts";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import { StatusBadge } from "../resources/automations/status-badge.tsx";
import { useTryNow } from "../resources/automations/use-try-now.ts";
import { useShopDay } from "../use-shop-day.ts";
import type { Days } from "./calendar.ts";
import { mergeEntries } from "./entries.ts";
import { nextText } from "./next-text.ts";
import type { RunInputsProps } from "./run-inputs.tsx";
import { RunList } from "./run-list.tsx";
import { CalendarSkeleton, SlotCalendar } from "./slot-calendar.tsx";
import { useGoToRun } from "./use-go-to-run.ts";
import { useRuns, useSlots } from "./use-runs.ts";
import { useSendAgain } from "./use-send-again.tsx";

const LazyRunInputs = createLazyPart<RunInputsProps>(
  () => import("./run-inputs.tsx"),
  ({ onClose }) => onClose(),
);

/** How long a failure's toast stays (S-2.8), ms. */
const toastMs = 5_000;
/** Maximum days per call (ADR 80). */
const maxDays = 400;

/** Days from the list's oldest run to today. If the list is complete, as many as one call may cover. */
const daysOfList = (
  oldest: string | undefined,
  isWhole: boolean,
  { today, zone }: { today: string; zone: string },
): Days => {
  const earliest = DateTime.fromISO(today)
    .minus({ days: maxDays - 1 })
    .toFormat("yyyy-LL-dd");
  const begin = oldest === undefined ? today : DateTime.fromISO(oldest, { zone }).toFormat("yyyy-LL-dd");
  return { from: isWhole || begin < earliest ? earliest : begin, to: today };
};

type AutomationHistoryProps = {
  id: string;
  /** Undefined while unknown. */
  automation: AutomationOnWire | undefined;
  /** It may still come. */
  isLoading?: boolean;
  /** Shown for a deleted report instead of its status. */
  deleted?: { title: string | undefined; text: string; action: ReactNode; failure: ReactNode };
};

/** An automated report's planned slots, runs, and next run. */
export const AutomationHistory = ({ id, automation, isLoading = false, deleted }: AutomationHistoryProps) => {
  const day = useShopDay();
  const runs = useRuns(id);
  useFailureToast(runs, "Cannot fetch the automation history from server", toastMs);
  const loadedRuns = useMemo(() => runs.data?.pages.flat() ?? [], [runs.data]);
  const isWhole = runs.isSuccess && !runs.hasNextPage;
  /** Changes with the newest runs, as these change outcomes of slots. */
  const version = loadedRuns
    .slice(0, 5)
    .map(({ RunId, Outcome }) => `${RunId} ${Outcome}`)
    .join();
  const slots = useSlots(id, runs.isSuccess ? daysOfList(loadedRuns.at(-1)?.StartedAt, isWhole, day) : null, version);
  const entries = useMemo(() => mergeEntries(loadedRuns, slots.data ?? [], isWhole), [loadedRuns, slots.data, isWhole]);
  const leadTo = useGoToRun(runs);
  const [shown, setShown] = useState<AutomationHistoryItem | null>(null);
  const tryNow = useTryNow(id);
  const again = useSendAgain(automation, day.zone);
  const isUnderWay = loadedRuns.some(({ Outcome, Cause }) => Outcome === null && !isManual(Cause));
  const isPaused = automation?.status === AutomationStatus.Paused;
  const next = automation
    ? nextText(automation.next_execution, day.zone, { isUnderWay, isPaused })
    : (deleted?.text ?? "");
  return (
    <>
      <PageHeading
        title="Report Automation History"
        parent={{ path: paths.automation, name: "Automated reports" }}
        actions={
          deleted?.action ??
          (hasPage(automationEditorPath(id)) && (
            <Button component={RouterLink} to={automationEditorPath(id)} variant="outlined" color="inherit">
              Edit automated report
            </Button>
          ))
        }
      />
      {deleted?.failure}
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: 2, rowGap: 0.5, mb: 3 }}>
        {deleted ? (
          <>
            {deleted.title !== undefined && (
              <Typography variant="subtitle1" component="p" data-part="title" sx={{ overflowWrap: "anywhere" }}>
                {deleted.title}
              </Typography>
            )}
            <Chip size="small" label="Deleted" />
            <Typography color="textSecondary" role="status" sx={{ width: "100%" }}>
              {deleted.text}
            </Typography>
          </>
        ) : automation ? (
          <>
            <Typography variant="subtitle1" component="p" data-part="title" sx={{ overflowWrap: "anywhere" }}>
              {automation.title}
            </Typography>
            <StatusBadge status={automation.status} />
            <Typography color="textSecondary" sx={{ width: "100%" }}>
              {next} ({formatZone(day.zone)})
            </Typography>
          </>
        ) : (
          <Box sx={{ width: "100%" }}>
            <Skeleton width="40%" height={30} />
            <Skeleton width="28%" height={24} />
          </Box>
        )}
      </Box>
      <Box sx={holdAfterLoading}>
        {isLoading && <CalendarSkeleton />}
        {automation && (
          <SlotCalendar id={id} frequency={automation.schedule} day={day} version={version} onChoose={leadTo} />
        )}
        <RunList
          runs={runs}
          entries={entries}
          zone={day.zone}
          next={next}
          isPlanned={(automation?.next_execution ?? null) !== null}
          onWhatMadeIt={setShown}
          onTryNow={automation && tryNow.mutate}
          onSendAgain={again.ask}
        />
      </Box>
      {again.dialog}
      {shown !== null && (
        <Suspense fallback={null}>
          <LazyRunInputs
            key={shown.RunId}
            run={shown}
            automationId={deleted ? null : id}
            zone={day.zone}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  );
};
