import { useCallback, useId, useRef, useState } from "react";
import type { Listed, ListKind } from "./list-kind.ts";
import type { OpenedMenu } from "./row-menu.tsx";
import { useFocusPart } from "./use-focus-part.ts";
import { useQuota, useRowActions } from "./use-row-actions.ts";

type ListingOptions = {
  /** Returns true if the refusal is handled. */
  onCreateRefused?: (error: unknown) => boolean;
};

/** A list's quota, row menu, dialogs, announcements and focus. `rows`: undefined while unknown. */
export const useListing = <Row extends Listed>(
  kind: ListKind<Row>,
  rows: readonly Row[] | undefined,
  options: ListingOptions = {},
) => {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const focusPart = useFocusPart(section);
  const [menu, setMenu] = useState<OpenedMenu<Row> | null>(null);
  /** The row whose deletion is being confirmed. */
  const [asked, setAsked] = useState<Row | null>(null);
  /** Announcement for screen readers. */
  const [said, setSaid] = useState("");
  const [newest, setNewest] = useState<string | null>(null);
  const { max, isPending } = useQuota(kind);
  const isFull = rows !== undefined && max !== undefined && rows.length >= max;
  const actions = useRowActions(kind, {
    ...options,
    onAdded: (row, by) => {
      setSaid(`“${row.title}” is ${by}.`);
      setNewest(row.id);
      focusPart(row.id, "menu");
    },
    onDeleted: ({ id }) => {
      const index = rows?.findIndex((row) => row.id === id) ?? -1;
      const next = rows?.[index + 1] ?? rows?.[index - 1];
      focusPart(next?.id ?? null, "menu", { onlyIfLost: id });
    },
  });
  const openMenu = useCallback((row: Row, anchor: HTMLElement) => setMenu({ row, anchor }), []);
  return {
    kind,
    rows,
    headingId,
    section,
    focusPart,
    menu,
    closeMenu: () => setMenu(null),
    asked,
    ask: setAsked,
    said,
    say: setSaid,
    max,
    isFull,
    canCreate: rows !== undefined && !isPending && !isFull,
    actions,
    ofRow: (row: Row) => ({
      row,
      isNew: row.id === newest,
      isBusy: actions.remove.isPending && actions.remove.variables.id === row.id,
      onMenu: openMenu,
    }),
  };
};

export type Listing<Row extends Listed> = ReturnType<typeof useListing<Row>>;
