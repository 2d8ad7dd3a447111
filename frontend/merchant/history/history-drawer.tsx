import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Typography from "@mui/material/Typography";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { HistoryItem } from "#domain/wire/history.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { HistoryIcon } from "../../shared/ui/icons.tsx";
import { DockedPanel } from "../docked-panel/docked-panel.tsx";
import { type HistoryKind, historyKey } from "../resources/history-kind.ts";
import { useServices } from "../services.tsx";
import { useShopNow } from "../use-shop-now.ts";
import { byDay } from "./days.ts";
import { HistoryLine } from "./history-line.tsx";
import { NotRestoredNote } from "./not-restored-note.tsx";
import { LinesSkeleton, ReadFailed } from "./read-states.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";
import { useRestore } from "./use-restore.ts";

export type HistoryDrawerProps = {
  kind: HistoryKind;
  id: string;
  title: string;
  onClose: () => void;
  /** Saves pending changes of an open editor; true if everything is saved. */
  settle?: () => Promise<boolean>;
};

/** The changes of a filter or report design, with author, time and buttons to restore earlier versions. */
const HistoryDrawer = ({ kind, id, title, onClose, settle }: HistoryDrawerProps) => {
  const { api } = useServices();
  const now = useShopNow();
  const zone = now.zoneName ?? "UTC";
  const [asked, setAsked] = useState<HistoryItem | null>(null);
  const [notRestored, setNotRestored] = useState<readonly string[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const wasRestored = useRef(false);
  /** Index of the first newly loaded line: reading continues there. */
  const goOnAt = useRef<number | null>(null);
  const history = useInfiniteQuery({
    queryKey: historyKey(kind, id),
    queryFn: ({ pageParam, signal }) => api.history(kind.name, id, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ Before }) => Before,
    refetchOnWindowFocus: "always",
  });
  const restoring = useRestore({
    kind,
    id,
    settle,
    onRestored: (restored) => {
      wasRestored.current = true;
      setNotRestored(restored.notRestored);
      setAsked(null);
    },
  });

  /** Scrolls to the result of a restoration, at the top. */
  const readOn = () => {
    if (!wasRestored.current) return;
    wasRestored.current = false;
    list.current?.scrollIntoView({ block: "start" });
    list.current?.querySelector<HTMLElement>("[data-result], [data-line]")?.focus({ preventScroll: true });
  };

  const lines = history.data?.pages.flatMap(({ Items }) => Items) ?? [];
  useEffect(() => {
    if (goOnAt.current === null || lines.length <= goOnAt.current) return;
    list.current?.querySelector<HTMLElement>(`[data-line="${goOnAt.current}"]`)?.focus();
    goOnAt.current = null;
  }, [lines.length]);
  const showOlder = () => {
    goOnAt.current = lines.length;
    void history.fetchNextPage({ cancelRefetch: false });
  };

  const places = new Map(lines.map((line, index) => [line, index]));
  return (
    <DockedPanel title={`${kind.historyName} of “${title}”`} onClose={onClose}>
      <Box ref={list} aria-busy={history.isPending} sx={{ pb: 3 }}>
        {notRestored.length > 0 && (
          <Box data-result tabIndex={-1} sx={{ px: 2.5, pt: 2, outlineOffset: -2 }}>
            <NotRestoredNote sentences={notRestored} onClose={() => setNotRestored([])} />
          </Box>
        )}
        {history.isError && !history.isFetchNextPageError && !isSkipped(history.error) && (
          <Box sx={{ px: 2.5, pt: 2 }}>
            <ReadFailed error={history.error} onRetry={() => void history.refetch()} />
          </Box>
        )}
        {history.isPending && <LinesSkeleton name="Loading the history" />}
        {history.isSuccess && lines.length === 0 && (
          <EmptyState compact heading="p" icon={<HistoryIcon />} title="No changes yet" />
        )}
        {byDay(lines, now).map(({ day, label, items }) => (
          <section key={day} aria-labelledby={`history-${day}`}>
            <Typography
              variant="h4"
              component="h3"
              id={`history-${day}`}
              color="textSecondary"
              sx={{ px: 2.5, pt: 2.25, pb: 0.5 }}
            >
              {label}
            </Typography>
            <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
              {items.map((item) => (
                <HistoryLine
                  key={item.Version}
                  item={item}
                  place={places.get(item) ?? 0}
                  zone={zone}
                  onRestore={setAsked}
                />
              ))}
            </Box>
          </section>
        ))}
        {history.hasNextPage && (
          <Box sx={{ display: "grid", gap: 1.5, px: 2.5, pt: 2 }}>
            {history.isFetchNextPageError && !isSkipped(history.error) && (
              <Alert severity="error">{getErrorMessage(history.error)}</Alert>
            )}
            {/* Stays enabled during loading, since it has the focus. */}
            <Button
              variant="outlined"
              color="inherit"
              aria-busy={history.isFetchingNextPage}
              startIcon={history.isFetchingNextPage && <CircularProgress size={16} color="inherit" aria-hidden />}
              onClick={showOlder}
            >
              Show older
            </Button>
          </Box>
        )}
      </Box>
      <RestoreDialog
        kind={kind}
        id={id}
        zone={zone}
        selectedItem={asked}
        onClose={() => setAsked(null)}
        onGone={readOn}
        restoring={restoring}
      />
    </DockedPanel>
  );
};

export default HistoryDrawer;
