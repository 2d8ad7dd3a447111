import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { HistoryItem } from "#domain/wire/history.ts";
import { isSkipped } from "../../shared/api/api-error.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { HistoryIcon } from "../../shared/ui/icons.tsx";
import { useServices } from "../services.tsx";
import { useShopNow } from "../use-shop-now.ts";
import { byDay } from "./days.ts";
import { DrawerFrame } from "./drawer-frame.tsx";
import { HistoryLine } from "./history-line.tsx";
import { type HistoryKind, historyKey } from "./kinds.ts";
import { NotRestoredNote } from "./not-restored-note.tsx";
import { LinesSkeleton, ReadFailed } from "./read-states.tsx";
import { RestoreDialog } from "./restore-dialog.tsx";
import { useRestore } from "./use-restore.ts";

const page = 50;

export type HistoryDrawerProps = {
  kind: HistoryKind;
  id: string;
  title: string;
  onClose: () => void;
  /** Saves what waits in an open editor; true when everything is saved. */
  settle?: () => Promise<boolean>;
};

/** Who changed a filter or report design and when, in words, and the way back to every earlier version. */
const HistoryDrawer = ({ kind, id, title, onClose, settle }: HistoryDrawerProps) => {
  const { api } = useServices();
  const now = useShopNow();
  const zone = now.zoneName ?? "UTC";
  const [most, setMost] = useState(page);
  const [asked, setAsked] = useState<HistoryItem | null>(null);
  const [notRestored, setNotRestored] = useState<readonly string[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const wasRestored = useRef(false);
  const history = useQuery({
    queryKey: historyKey(kind, id),
    queryFn: ({ signal }) => api.history(kind.name, id, signal),
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

  /** What came of restoring stands at the top. */
  const readOn = () => {
    if (!wasRestored.current) return;
    wasRestored.current = false;
    list.current?.scrollIntoView({ block: "start" });
    list.current?.querySelector<HTMLElement>("[data-result], [data-line]")?.focus({ preventScroll: true });
  };

  useEffect(() => {
    // Who asked for older lines goes on reading at the first of them.
    if (most > page) list.current?.querySelector<HTMLElement>(`[data-line="${most - page}"]`)?.focus();
  }, [most]);

  const lines = history.data ?? [];
  const places = new Map(lines.map((line, place) => [line, place]));
  return (
    <DrawerFrame title={`History of “${title}”`} onClose={onClose}>
      <Box ref={list} aria-busy={history.isPending} sx={{ pb: 3 }}>
        {notRestored.length > 0 && (
          <Box data-result tabIndex={-1} sx={{ px: 2.5, pt: 2, outlineOffset: -2 }}>
            <NotRestoredNote
              lead="Restored, but not everything could come back."
              sentences={notRestored}
              onClose={() => setNotRestored([])}
            />
          </Box>
        )}
        {history.isError && !isSkipped(history.error) && (
          <Box sx={{ px: 2.5, pt: 2 }}>
            <ReadFailed error={history.error} onRetry={() => void history.refetch()} />
          </Box>
        )}
        {history.isPending && <LinesSkeleton name="Loading the history" />}
        {history.data?.length === 0 && (
          <EmptyState compact heading="p" icon={<HistoryIcon />} title="Nothing was changed yet" />
        )}
        {byDay(lines.slice(0, most), now).map(({ day, label, items }) => (
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
        {lines.length > most && (
          <Box sx={{ px: 2.5, pt: 2 }}>
            <Button variant="outlined" color="inherit" fullWidth onClick={() => setMost(most + page)}>
              Show older
            </Button>
          </Box>
        )}
      </Box>
      <RestoreDialog
        kind={kind}
        id={id}
        zone={zone}
        asked={asked}
        onClose={() => setAsked(null)}
        onGone={readOn}
        restoring={restoring}
      />
    </DrawerFrame>
  );
};

export default HistoryDrawer;
