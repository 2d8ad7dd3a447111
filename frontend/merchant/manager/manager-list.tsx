import Button from "@mui/material/Button";
import { type KeyboardEvent, Suspense, useCallback, useRef, useState } from "react";
import { CopyIcon, HistoryIcon, MoveDownIcon, MoveUpIcon } from "../../shared/ui/icons.tsx";
import { LazyHistoryDrawer } from "../history/lazy-drawers.ts";
import { ListPanel } from "../listing/list-panel.tsx";
import type { RowAction } from "../listing/row-menu.tsx";
import { Rows } from "../listing/rows.tsx";
import { useListing } from "../listing/use-listing.ts";
import { LazyNewDesignDialog } from "../new-design/lazy-new-design-dialog.ts";
import { useShopDay } from "../use-shop-day.ts";
import type { Kind, Row } from "./kinds.ts";
import { ListRow } from "./list-row.tsx";
import { describePosition, moveBy } from "./moves.ts";
import { OrderingRows } from "./ordering-rows.tsx";
import type { useList } from "./use-list.ts";

type ManagerListProps = { kind: Kind; list: ReturnType<typeof useList> };

/** A list of the Manager: its head, its rows or a placeholder, and the actions on rows. */
export const ManagerList = ({ kind, list }: ManagerListProps) => {
  const { query, rows, order } = list;
  const { words } = kind;
  const day = useShopDay();
  const listing = useListing(kind, rows);
  const { actions, focusPart, menu, say } = listing;
  const [historyOf, setHistoryOf] = useState<Row | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const dragging = useRef(false);
  /** The last reordered row, which gets the focus at the end. */
  const lastMoved = useRef<string | null>(null);

  const place = useCallback(
    (row: Row, ids: readonly string[]) => {
      lastMoved.current = row.id;
      say(describePosition(row.title, ids.indexOf(row.id) + 1, ids.length));
      order(ids);
    },
    [order, say],
  );
  const latest = useRef(rows);
  latest.current = rows;
  const move = useCallback(
    (row: Row, by: -1 | 1) => {
      const ids = latest.current?.map(({ id }) => id) ?? [];
      place(row, moveBy(ids, row.id, by));
      focusPart(row.id, by === -1 ? "up" : "down");
    },
    [place, focusPart],
  );
  const endOrdering = () => {
    setOrdering(false);
    say("You're done ordering the list.");
    if (lastMoved.current !== null) focusPart(lastMoved.current, "menu");
  };
  const moveFromMenu = (row: Row, by: -1 | 1) => {
    setOrdering(true);
    move(row, by);
  };
  const rowActions: RowAction<Row>[] = [
    {
      name: "Move up",
      icon: <MoveUpIcon fontSize="small" />,
      unavailable: menu !== null && rows?.[0]?.id === menu.row.id,
      onSelect: (row) => moveFromMenu(row, -1),
    },
    {
      name: "Move Down",
      icon: <MoveDownIcon fontSize="small" />,
      unavailable: menu !== null && rows?.at(-1)?.id === menu.row.id,
      onSelect: (row) => moveFromMenu(row, 1),
    },
    {
      name: "Clone",
      icon: <CopyIcon fontSize="small" />,
      unavailable: listing.isFull && words.fullClone,
      onSelect: actions.clone.mutate,
    },
    { name: "History", icon: <HistoryIcon fontSize="small" />, onSelect: setHistoryOf },
  ];
  const isOrdering = ordering && rows !== undefined && rows.length > 0;

  return (
    <ListPanel
      listing={listing}
      name={words.heading}
      query={query}
      isOrdering={isOrdering}
      // Escape during a drag cancels the drag; reordering goes on.
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape" && isOrdering && !dragging.current) endOrdering();
      }}
      create={{
        busy: actions.create.isPending && !isChoosing,
        onCreate: () => (kind.hasStarters ? setChoosing(true) : actions.create.mutate(undefined)),
      }}
      action={
        isOrdering && (
          <Button variant="outlined" color="inherit" size="small" onClick={endOrdering}>
            Done
          </Button>
        )
      }
      note={isOrdering ? "Use the arrows or drag the rows" : undefined}
      rowActions={rowActions}
    >
      {rows !== undefined && rows.length > 0 && !isOrdering && (
        <Rows labelledBy={listing.headingId}>
          {rows.map((row) => (
            <ListRow key={row.id} {...listing.ofRow(row)} kind={kind} day={day} />
          ))}
        </Rows>
      )}
      {isOrdering && (
        <OrderingRows
          rows={rows}
          day={day}
          labelledBy={listing.headingId}
          onMove={move}
          onPlace={place}
          onDragging={(now) => {
            dragging.current = now;
          }}
        />
      )}
      {isChoosing && (
        <Suspense fallback={null}>
          <LazyNewDesignDialog
            creating={actions.create.isPending ? (actions.create.variables ?? null) : null}
            onChoose={(starter) => actions.create.mutate(starter, { onSettled: () => setChoosing(false) })}
            onClose={() => !actions.create.isPending && setChoosing(false)}
          />
        </Suspense>
      )}
      {historyOf !== null && (
        <Suspense fallback={null}>
          <LazyHistoryDrawer
            key={historyOf.id}
            kind={kind.history}
            id={historyOf.id}
            title={rows?.find(({ id }) => id === historyOf.id)?.title ?? historyOf.title}
            onClose={() => setHistoryOf(null)}
          />
        </Suspense>
      )}
    </ListPanel>
  );
};
