import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import CircularProgress from "@mui/material/CircularProgress";
import Dialog from "@mui/material/Dialog";
import DialogTitle from "@mui/material/DialogTitle";
import IconButton from "@mui/material/IconButton";
import LinearProgress from "@mui/material/LinearProgress";
import { useTheme } from "@mui/material/styles";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useCallback, useEffect, useRef, useState } from "react";
import { getErrorMessage } from "../../../shared/api/api-error.ts";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { CloseIcon } from "../../../shared/ui/icons.tsx";
import { RetryAlert } from "../../../shared/ui/retry-alert.tsx";
import { shortcuts } from "../../../shared/ui/shortcuts.ts";
import { useShortcut } from "../../../shared/ui/use-shortcut.ts";
import { type ChosenFilter, conditionsKey } from "../filter/chosen-filter.ts";
import { FindOrders } from "./find-orders.tsx";
import { missingOrdersText, unreadOrdersText } from "./found-alert.tsx";
import { OrdersGrid } from "./orders-grid.tsx";
import { selectedText, selectionProblem, toggleOrder, withAll } from "./selection.ts";
import { useOrderSearch } from "./use-order-search.ts";
import { useOrdersPage } from "./use-orders-page.ts";

type SpecificOrdersDialogProps = {
  chosen: ReadonlySet<string>;
  /** The dates of the listed orders, in words. */
  days: string | null;
  filter: ChosenFilter;
  saved: boolean;
  /** Receives the selection, however the modal was closed (S-1.4). */
  onClose: (chosen: ReadonlySet<string>) => void;
};

/** Describes the listed orders: of some days, or all up to a day. */
const ordersOf = (days: string | null): string => {
  if (days === null) return "Orders";
  return days.startsWith("everything ") ? days.replace("everything", "Orders") : `Orders from ${days}`;
};

/** 'Select specific orders' (S-1.2.11). */
const SpecificOrdersDialog = ({ chosen: before, days, filter, saved, onClose }: SpecificOrdersDialogProps) => {
  const isNarrow = useMediaQuery(useTheme().breakpoints.down("sm"));
  const [chosen, setChosen] = useState(before);
  const { page, number, previous, next } = useOrdersPage(saved, conditionsKey(filter));
  const search = useOrderSearch();
  const shownQuery = search.isOn ? search.found : page;
  const { Orders: orders = [], Unread: unread = 0 } = shownQuery.data ?? {};
  const onToggle = useCallback((id: string) => setChosen((known) => toggleOrder(known, id)), []);
  const scroller = useRef<HTMLDivElement>(null);
  const shown = shownQuery.isPlaceholderData ? null : shownQuery.data;
  // A new page starts at its top.
  useEffect(() => {
    if (shown) scroller.current?.scrollTo({ top: 0 });
  }, [shown]);
  const canTurn = !search.isOn && !page.isFetching;
  useShortcut(shortcuts.previousPage, () => previous?.(), { isOn: canTurn && previous !== null, inDialog: true });
  useShortcut(shortcuts.nextPage, () => next?.(), { isOn: canTurn && next !== null, inDialog: true });
  const problem = selectionProblem(chosen);

  return (
    <Dialog
      open
      fullScreen={isNarrow}
      fullWidth
      maxWidth="md"
      onClose={() => onClose(chosen)}
      aria-labelledby="specific-orders-title"
      slotProps={{ paper: { sx: { m: { xs: 0 }, height: { xs: "100%", sm: "min(760px, calc(100% - 64px))" } } } }}
    >
      <Box sx={{ display: "flex", alignItems: "flex-start", px: { xs: 2, sm: 3 }, pt: 2, pb: 1.5, gap: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <DialogTitle id="specific-orders-title" sx={{ p: 0 }}>
            Select specific orders
          </DialogTitle>
          <Typography variant="body2" color="textSecondary">
            {search.isOn ? (
              "All orders that match"
            ) : (
              <>
                {ordersOf(days)}
                {filter.state === "known" && ` that match the native conditions of “${filter.filter.fields.title}”`}
              </>
            )}
            , newest first. The report will contain exactly the ones you select.
          </Typography>
        </Box>
        <IconButton aria-label="Close" edge="end" onClick={() => onClose(chosen)} sx={{ mt: -0.75 }}>
          <CloseIcon />
        </IconButton>
      </Box>
      <FindOrders
        text={search.text}
        onText={search.setText}
        onFound={(ids) => setChosen((known) => withAll(known, ids))}
      />
      <Box sx={{ height: 3 }}>
        {shownQuery.isFetching && !shownQuery.isPending && <LinearProgress aria-label="Loading orders" />}
      </Box>
      <Box
        ref={scroller}
        sx={{ flex: 1, overflowY: "auto", borderTop: 1, borderColor: "divider", position: "relative" }}
      >
        {shownQuery.isError && (
          <RetryAlert sx={{ m: { xs: 2, sm: 3 } }} onRetry={() => void shownQuery.refetch()}>
            {getErrorMessage(shownQuery.error)}
          </RetryAlert>
        )}
        {shownQuery.isPending && (
          <Box sx={{ display: "grid", placeItems: "center", height: "100%", minHeight: 200 }}>
            <CircularProgress size={28} aria-label="Loading orders" />
          </Box>
        )}
        {shownQuery.isSuccess && unread > 0 && (
          <RetryAlert sx={{ m: { xs: 2, sm: 3 } }} onRetry={() => void shownQuery.refetch()}>
            {search.isOn ? unreadOrdersText : missingOrdersText(unread)}
          </RetryAlert>
        )}
        {search.isOn && search.found.data?.IsWhole === false && (
          <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 2, sm: 3 }, py: 1 }}>
            These are the newest 250 that match. Type more to find others.
          </Typography>
        )}
        {search.isOn && search.found.isSuccess && orders.length === 0 && unread === 0 && (
          <EmptyState
            illustration="orders"
            heading="h3"
            title="No order found"
            text={`No order’s number, name or e-mail begins with “${search.wanted}”.`}
            action={
              <Button variant="outlined" color="inherit" onClick={() => search.setText("")}>
                Show all orders
              </Button>
            }
          />
        )}
        {!search.isOn && page.isSuccess && orders.length === 0 && unread === 0 && (
          <EmptyState
            illustration="orders"
            heading="h3"
            title="No orders on these dates"
            text={
              filter.state === "known"
                ? `None match the native conditions of “${filter.filter.fields.title}”. Close this and choose a longer date range or another filter.`
                : "Close this and choose a longer date range."
            }
          />
        )}
        {orders.length > 0 && !shownQuery.isError && (
          <OrdersGrid orders={orders} chosen={chosen} onToggle={onToggle} isBusy={shownQuery.isPlaceholderData} />
        )}
      </Box>
      <Box
        sx={{
          display: "flex",
          flexWrap: "wrap",
          alignItems: "center",
          gap: 1,
          px: { xs: 2, sm: 3 },
          py: 1.5,
          borderTop: 1,
          borderColor: "divider",
        }}
      >
        <Button
          variant="outlined"
          disabled={orders.length === 0 || shownQuery.isPlaceholderData}
          onClick={() =>
            setChosen((known) =>
              withAll(
                known,
                orders.map((order) => order.Id),
              ),
            )
          }
        >
          Select all listed rows
        </Button>
        <Button disabled={chosen.size === 0} onClick={() => setChosen(new Set())}>
          Clear
        </Button>
        <Typography
          role="status"
          variant="body2"
          color={problem ? "error" : "textSecondary"}
          sx={{ flex: 1, minWidth: 120, textAlign: { xs: "left", sm: "center" } }}
        >
          {problem ?? selectedText(chosen.size)}
        </Typography>
        <Box sx={{ display: "flex", gap: 1, alignItems: "center", width: { xs: "100%", md: "auto" } }}>
          {!search.isOn && (
            <>
              <Button
                disabled={previous === null || page.isFetching}
                onClick={() => previous?.()}
                sx={{ ml: { xs: -1.75, md: 0 } }}
              >
                Previous
              </Button>
              <Typography variant="body2" color="textSecondary" sx={{ whiteSpace: "nowrap" }}>
                Page {number}
              </Typography>
              <Button disabled={next === null || page.isFetching} onClick={() => next?.()}>
                Next
              </Button>
            </>
          )}
          <Button variant="contained" onClick={() => onClose(chosen)} sx={{ ml: { xs: "auto", md: 1 } }}>
            Done
          </Button>
        </Box>
      </Box>
    </Dialog>
  );
};

export default SpecificOrdersDialog;
