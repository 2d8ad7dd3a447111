import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DeletedItem } from "#domain/wire/history.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { HistoryIcon, RestoreIcon } from "../../shared/ui/icons.tsx";
import { DockedPanel } from "../docked-panel/docked-panel.tsx";
import { deletedKey, type HistoryKind } from "../resources/history-kind.ts";
import { useShopZone } from "../use-shop-zone.ts";
import { NotRestoredNote } from "./not-restored-note.tsx";
import { LinesSkeleton, ReadFailed } from "./read-states.tsx";
import { useDeleted } from "./use-deleted.ts";
import { useRestoreDeleted } from "./use-restore-deleted.tsx";

export type DeletedDrawerProps = {
  kind: HistoryKind;
  /** Why the list has no room; null if it has. */
  full: string | null;
  onClose: () => void;
};

/** Deleted objects of a list, with buttons to restore them. */
const DeletedDrawer = ({ kind, full, onClose }: DeletedDrawerProps) => {
  const zone = useShopZone();
  const client = useQueryClient();
  const deleted = useDeleted(kind);
  const [notRestored, setNotRestored] = useState<readonly string[]>([]);
  const list = useRef<HTMLDivElement>(null);
  /** Index of the removed line: its successor takes the focus. */
  const gone = useRef<number | null>(null);

  const restore = useRestoreDeleted({
    kind,
    showsFailure: true,
    showsLosses: true,
    onRestored: (restored, id) => {
      setNotRestored(restored.notRestored);
      client.setQueryData<DeletedItem[]>(deletedKey(kind), (items) => {
        gone.current = items?.findIndex((item) => item.id === id) ?? null;
        return items?.filter((item) => item.id !== id);
      });
    },
  });

  const items = deleted.data ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the lines are others
  useEffect(() => {
    if (gone.current === null) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>("[data-restore]") ?? [];
    const next = buttons[Math.min(gone.current, buttons.length - 1)];
    gone.current = null;
    (next ?? list.current)?.focus();
  }, [items.length]);

  return (
    <DockedPanel title={`Recently deleted ${kind.itemsName}`} onClose={onClose}>
      <Box ref={list} tabIndex={-1} aria-busy={deleted.isPending} sx={{ pb: 3, outline: 0 }}>
        <Box sx={{ display: "grid", gap: 1.5, px: 2.5, "&:not(:empty)": { pt: 2, pb: 1 } }}>
          {full !== null && items.length > 0 && <Alert severity="warning">{full}</Alert>}
          {restore.isError && !isSkipped(restore.error) && getErrorMessage(restore.error) !== full && (
            <Alert severity="error" onClose={restore.reset}>
              {getErrorMessage(restore.error)}
            </Alert>
          )}
          {notRestored.length > 0 && <NotRestoredNote sentences={notRestored} onClose={() => setNotRestored([])} />}
          {deleted.isError && !isSkipped(deleted.error) && (
            <ReadFailed error={deleted.error} onRetry={() => void deleted.refetch()} />
          )}
        </Box>
        {deleted.isPending && <LinesSkeleton name={`Loading deleted ${kind.itemsName}`} />}
        {deleted.data?.length === 0 && (
          <EmptyState
            compact
            heading="p"
            icon={<HistoryIcon />}
            title="Nothing here"
            text={`When you delete a ${kind.itemName}, you can restore it here.`}
          />
        )}
        {items.length > 0 && (
          <Box component="ul" aria-label={`Deleted ${kind.itemsName}`} sx={{ listStyle: "none", m: 0, p: 0 }}>
            {items.map((item) => (
              <Box
                component="li"
                key={item.id}
                sx={{
                  display: "flex",
                  alignItems: "center",
                  gap: 1.5,
                  px: 2.5,
                  py: 1.5,
                  "& + &": { borderTop: 1, borderColor: "divider" },
                }}
              >
                <Box sx={{ flex: 1, minWidth: 0 }}>
                  <Typography variant="h3" component="h3" sx={{ overflowWrap: "anywhere" }}>
                    {item.title}
                  </Typography>
                  <Typography variant="body2" color="textSecondary">
                    Deleted {formatInstant(item.DeletedAt, zone)}
                  </Typography>
                </Box>
                <Button
                  data-restore
                  variant="outlined"
                  color="inherit"
                  size="small"
                  startIcon={<RestoreIcon />}
                  disabled={full !== null}
                  loading={restore.isPending && restore.variables.id === item.id}
                  loadingPosition="start"
                  onClick={() => restore.mutate(item)}
                >
                  Restore<span style={visuallyHidden}> {item.title}</span>
                </Button>
              </Box>
            ))}
          </Box>
        )}
      </Box>
    </DockedPanel>
  );
};

export default DeletedDrawer;
