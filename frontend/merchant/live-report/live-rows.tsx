import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { Suspense, useCallback, useMemo, useRef, useState } from "react";
import { createLazyPart } from "../loading/create-lazy-part.tsx";
import { useCompactDisplay } from "../resources/live/compact-display.ts";
import { FailureNote } from "./bar/failure-note.tsx";
import { GatheredLine } from "./bar/gathered-line.tsx";
import { LiveControls } from "./bar/live-controls.tsx";
import { NotShownNote } from "./bar/not-shown-note.tsx";
import { RowsSkeleton } from "./live-skeleton.tsx";
import { describeNewOrders, describePassedBy } from "./news/new-orders.ts";
import { useNewOrders } from "./news/use-new-orders.ts";
import { useFailedSince } from "./refresh/failed-since.ts";
import { useAutoRefresh } from "./refresh/use-auto-refresh.ts";
import type { LiveTable } from "./refresh/use-live-table.ts";
import { countStatuses } from "./statuses/count-statuses.ts";
import { StatusIntroduction } from "./statuses/status-introduction.tsx";
import { StatusLegend } from "./statuses/status-legend.tsx";
import { ReportView } from "./table/report-view.tsx";
import type { ShownReport } from "./table/show-report.ts";
import { useLiveStatuses } from "./table/use-live-statuses.ts";
import { useWallDisplay } from "./wall/use-wall-display.ts";

type OpenHistory = { orderId: string; name: string };

const StatusHistory = createLazyPart<OpenHistory & { onClose: () => void }>(
  () => import("./status-history.tsx"),
  ({ onClose }) => onClose(),
);

type LiveRowsProps = {
  reportId: string;
  title: string;
  table: LiveTable;
  /** The missing choice that prevents a table; null if none. */
  hindrance: string | null;
  /** Orders were chosen one by one, so no others can arrive. */
  isOfChosenOrders: boolean;
};

/** The rows with their notes; a wall display shows only this. */
export const LiveRows = ({ reportId, title, table, hindrance, isOfChosenOrders }: LiveRowsProps) => {
  const part = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ShownReport | null>(null);
  const { news, shown: tellNews } = useNewOrders(reportId, !isOfChosenOrders);
  const statuses = useLiveStatuses(table.readAgain);
  const { isCompact } = useCompactDisplay();
  const [openHistory, setOpenHistory] = useState<OpenHistory | null>(null);
  const wall = useWallDisplay(part);
  const counts = useMemo(() => {
    const report = statuses.root.current;
    return wall.isShown && shown?.facts.localStatus === "shown" && report !== null ? countStatuses(report) : null;
  }, [wall.isShown, shown, statuses.root]);
  const failedSince = useFailedSince(table.failure !== null && !table.isGathering);
  const hasTable = table.answer !== null;
  const autoRefresh = useAutoRefresh(reportId, {
    gatheredAt: hasTable ? (shown?.facts.gatheredAt ?? null) : null,
    answeredAt: table.answeredAt,
    failedAt: table.failedAt,
    refresh: table.readAgain,
  });
  const onShown = useCallback(
    (report: ShownReport) => {
      setShown(report);
      tellNews(report.facts.gatheredAt, report.orders);
    },
    [tellNews],
  );
  return (
    <>
      <LiveControls
        isFetching={table.isFetching}
        isDisabled={hindrance !== null}
        onRefresh={table.refreshNow}
        autoRefresh={autoRefresh}
        onFullScreen={wall.show && (() => void wall.show?.())}
        hasTable={hasTable}
      />
      <Paper
        ref={part}
        variant="outlined"
        sx={{
          display: "flex",
          flexDirection: "column",
          overflow: "hidden",
          maxHeight: { xs: "max(360px, calc(100dvh - 120px))", lg: "max(360px, calc(100dvh - 148px))" },
          "&:fullscreen": { maxHeight: "none", border: 0, borderRadius: 0 },
          "@media print": { maxHeight: "none", overflow: "visible" },
        }}
      >
        {wall.isShown && (
          <Box sx={{ display: "flex", alignItems: "start", columnGap: 2, px: 1.5, pt: 1.5 }}>
            <Typography variant="h1" component="p" sx={{ flex: 1, minWidth: 0, fontSize: "2rem" }}>
              {title}
            </Typography>
            <Button
              ref={wall.wayOut}
              color="inherit"
              onClick={wall.leave}
              sx={{ color: "text.secondary", flexShrink: 0 }}
            >
              Exit full screen
            </Button>
          </Box>
        )}
        <GatheredLine
          shown={hasTable ? shown : null}
          news={describeNewOrders(news)}
          passedBy={describePassedBy(news)}
          isFetching={table.isFetching && hindrance === null}
          onShowNews={table.refreshNow}
          isWall={wall.isShown}
        />
        {counts && <StatusLegend counts={counts} />}
        <FailureNote
          failure={table.failure}
          since={failedSince}
          hasTable={hasTable}
          isGathering={table.isGathering}
          onRetry={table.readAgain}
        />
        {hindrance !== null && (
          <Typography color="textSecondary" role="status" sx={{ p: 2 }}>
            {hindrance}
          </Typography>
        )}
        {hasTable && shown && <NotShownNote facts={shown.facts} />}
        {hasTable && shown && !wall.isShown && <StatusIntroduction reportId={reportId} facts={shown.facts} />}
        {table.answer ? (
          <ReportView
            answer={table.answer}
            isCompact={isCompact}
            isWall={wall.isShown}
            isBusy={table.isOld}
            statuses={statuses}
            onHistory={(orderId, name) => setOpenHistory({ orderId, name })}
            onShown={onShown}
          />
        ) : (
          hindrance === null && table.failure === null && <RowsSkeleton />
        )}
      </Paper>
      {openHistory && (
        <Suspense fallback={null}>
          <StatusHistory key={openHistory.orderId} {...openHistory} onClose={() => setOpenHistory(null)} />
        </Suspense>
      )}
    </>
  );
};
