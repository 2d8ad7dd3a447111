import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import { visuallyHidden } from "@mui/utils";
import { type KeyboardEvent, Suspense, useCallback, useId, useRef, useState } from "react";
import { CopyIcon, HistoryIcon, MoveDownIcon, MoveUpIcon } from "../../shared/ui/icons.tsx";
import { DeletedLink } from "../history/deleted-link.tsx";
import { LazyHistoryDrawer } from "../history/lazy-drawers.ts";
import { CreateButton } from "../listing/create-button.tsx";
import { ListHeader } from "../listing/list-header.tsx";
import { ListStandIn } from "../listing/list-stand-in.tsx";
import { QuotaNote } from "../listing/quota-note.tsx";
import { RowDialogs } from "../listing/row-dialogs.tsx";
import { type OpenedMenu, type RowAction, RowMenu } from "../listing/row-menu.tsx";
import { Rows } from "../listing/rows.tsx";
import { useFocusPart } from "../listing/use-focus-part.ts";
import { useQuota, useRowActions } from "../listing/use-row-actions.ts";
import { LazyNewDesignDialog } from "../new-design/lazy-new-design-dialog.ts";
import { useShopDay } from "../use-shop-day.ts";
import type { Kind, Row } from "./kinds.ts";
import { ListRow } from "./list-row.tsx";
import { movedBy, placeWords } from "./moves.ts";
import { OrderingRows } from "./ordering-rows.tsx";
import type { useList } from "./use-list.ts";

type ManagerListProps = { kind: Kind; list: ReturnType<typeof useList> };

/** One list of the Manager: its head, its rows or what stands in for them, and what can be done to a row. */
export const ManagerList = ({ kind, list }: ManagerListProps) => {
  const { query, rows, order } = list;
  const { words } = kind;
  const day = useShopDay();
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const focusPart = useFocusPart(section);
  const [menu, setMenu] = useState<OpenedMenu<Row> | null>(null);
  const [asked, setAsked] = useState<Row | null>(null);
  const [historyOf, setHistoryOf] = useState<Row | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [ordering, setOrdering] = useState(false);
  const [said, setSaid] = useState("");
  const [newest, setNewest] = useState<string | null>(null);
  const dragging = useRef(false);
  /** The row that was ordered last: there the focus is when ordering ends. */
  const lastMoved = useRef<string | null>(null);
  const { max, isPending } = useQuota(kind);
  const isFull = rows !== undefined && max !== undefined && rows.length >= max;

  const actions = useRowActions(kind, {
    onAdded: (row, by) => {
      setSaid(`“${row.title}” is ${by}.`);
      setNewest(row.id);
      focusPart(row.id, "menu");
    },
    onDeleted: ({ id }) => {
      const place = rows?.findIndex((row) => row.id === id) ?? -1;
      const next = rows?.[place + 1] ?? rows?.[place - 1];
      focusPart(next?.id ?? null, "menu", { onlyIfLost: id });
    },
  });

  const place = useCallback(
    (row: Row, ids: readonly string[]) => {
      lastMoved.current = row.id;
      setSaid(placeWords(row.title, ids.indexOf(row.id) + 1, ids.length));
      order(ids);
    },
    [order],
  );
  const latest = useRef(rows);
  latest.current = rows;
  const move = useCallback(
    (row: Row, by: -1 | 1) => {
      const ids = latest.current?.map(({ id }) => id) ?? [];
      place(row, movedBy(ids, row.id, by));
      focusPart(row.id, by === -1 ? "up" : "down");
    },
    [place, focusPart],
  );
  const openMenu = useCallback((row: Row, anchor: HTMLElement) => setMenu({ row, anchor }), []);
  const endOrdering = () => {
    setOrdering(false);
    setSaid("Ordering is finished.");
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
      act: (row) => moveFromMenu(row, -1),
    },
    {
      name: "Move Down",
      icon: <MoveDownIcon fontSize="small" />,
      unavailable: menu !== null && rows?.at(-1)?.id === menu.row.id,
      act: (row) => moveFromMenu(row, 1),
    },
    {
      name: "Clone",
      icon: <CopyIcon fontSize="small" />,
      unavailable: isFull && words.fullClone,
      act: actions.clone.mutate,
    },
    { name: "History", icon: <HistoryIcon fontSize="small" />, act: setHistoryOf },
  ];
  const isOrdering = ordering && rows !== undefined && rows.length > 0;

  return (
    <Paper
      variant="outlined"
      component="section"
      ref={section}
      aria-labelledby={headingId}
      // Escape while a row is dragged puts that row back, and ordering goes on.
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape" && isOrdering && !dragging.current) endOrdering();
      }}
    >
      <ListHeader
        name={words.heading}
        headingId={headingId}
        count={rows?.length}
        max={max}
        action={
          isOrdering ? (
            <Button variant="outlined" color="inherit" size="small" onClick={endOrdering}>
              Done
            </Button>
          ) : (
            rows !== undefined &&
            !isPending &&
            !isFull && (
              <CreateButton
                name={words.create}
                busy={actions.create.isPending && !isChoosing}
                onCreate={() => (kind.hasStarters ? setChoosing(true) : actions.create.mutate(undefined))}
              />
            )
          )
        }
        note={isOrdering ? "Use the arrows or drag the rows" : undefined}
      />
      {isFull && <QuotaNote text={words.full} />}
      <ListStandIn kind={kind} query={query} rows={rows} />
      {rows !== undefined && rows.length > 0 && !isOrdering && (
        <Rows labelledBy={headingId}>
          {rows.map((row) => (
            <ListRow
              key={row.id}
              row={row}
              kind={kind}
              day={day}
              isNew={row.id === newest}
              isBusy={actions.remove.isPending && actions.remove.variables.id === row.id}
              onMenu={openMenu}
            />
          ))}
        </Rows>
      )}
      {isOrdering && (
        <OrderingRows
          rows={rows}
          day={day}
          labelledBy={headingId}
          onMove={move}
          onPlace={place}
          onDragging={(now) => {
            dragging.current = now;
          }}
        />
      )}
      {rows !== undefined && !isOrdering && <DeletedLink kind={kind.history} full={isFull ? words.full : null} />}
      <RowMenu opened={menu} onClose={() => setMenu(null)} actions={rowActions} onDelete={setAsked} />
      <RowDialogs
        words={words}
        asked={asked}
        onAnswer={(row, agreed) => {
          setAsked(null);
          if (agreed) actions.remove.mutate(row);
        }}
        inUse={actions.inUse}
        onRead={actions.forgetUse}
      />
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
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
    </Paper>
  );
};
