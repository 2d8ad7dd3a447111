import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { Suspense, useState } from "react";
import { HistoryIcon } from "../../shared/ui/icons.tsx";
import type { HistoryKind } from "../resources/history-kind.ts";
import { LazyDeletedDrawer } from "./lazy-drawers.ts";
import { useDeleted } from "./use-deleted.ts";

type DeletedLinkProps = { kind: HistoryKind; full: string | null };

/** Links to the deleted objects of a list; hidden if they can't be read. */
export const DeletedLink = ({ kind, full }: DeletedLinkProps) => {
  const deleted = useDeleted(kind);
  const [open, setOpen] = useState(false);
  const count = deleted.data?.length ?? 0;
  if (count === 0 && !open) return null;
  return (
    <Box sx={{ px: { xs: 1, sm: 1.5 }, py: 0.75, borderTop: 1, borderColor: "divider" }}>
      <Button
        size="small"
        color="inherit"
        startIcon={<HistoryIcon />}
        aria-expanded={open}
        onClick={() => setOpen(true)}
        sx={{ color: "text.secondary" }}
      >
        Recently deleted{count > 0 ? ` (${count})` : ""}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <LazyDeletedDrawer kind={kind} full={full} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
};
