import Paper from "@mui/material/Paper";
import { visuallyHidden } from "@mui/utils";
import type { UseQueryResult } from "@tanstack/react-query";
import type { KeyboardEventHandler, ReactNode } from "react";
import { DeletedLink } from "../history/deleted-link.tsx";
import { CreateButton, type CreateButtonProps } from "./create-button.tsx";
import { ListHeader } from "./list-header.tsx";
import type { Listed } from "./list-kind.ts";
import { ListPlaceholder } from "./list-placeholder.tsx";
import { QuotaNote } from "./quota-note.tsx";
import { RowDialogs } from "./row-dialogs.tsx";
import { type RowAction, RowMenu } from "./row-menu.tsx";
import type { Listing } from "./use-listing.ts";

type ListPanelProps<Row extends Listed> = {
  listing: Listing<Row>;
  name: string;
  query: Pick<UseQueryResult, "isPending" | "isError" | "isFetching" | "refetch">;
  create: Omit<CreateButtonProps, "name">;
  /** Replaces Create while the rows are being reordered. */
  action?: ReactNode;
  note?: string | undefined;
  rowActions: readonly RowAction<Row>[];
  /** The rows are being reordered. Nothing else is possible then. */
  isOrdering?: boolean;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
};

/** The list's head, its rows or a placeholder, the row menu, and its dialogs. */
export const ListPanel = <Row extends Listed>({
  listing,
  name,
  query,
  create,
  action,
  note,
  rowActions,
  isOrdering = false,
  onKeyDown,
  children,
}: ListPanelProps<Row>) => {
  const { kind, rows, headingId, actions, isFull } = listing;
  const { words } = kind;
  const createButton = listing.canCreate && <CreateButton name={words.create} {...create} />;
  const isEmpty = rows?.length === 0;
  return (
    <Paper
      variant="outlined"
      component="section"
      ref={listing.section}
      aria-labelledby={headingId}
      {...(onKeyDown && { onKeyDown })}
    >
      <ListHeader
        name={name}
        headingId={headingId}
        count={rows?.length}
        max={listing.max}
        // An empty list shows the button in its placeholder instead.
        action={action || (!isEmpty && createButton)}
        note={note}
      />
      {isFull && <QuotaNote text={words.full} />}
      <ListPlaceholder kind={kind} query={query} rows={rows} create={createButton} />
      {children}
      {rows !== undefined && !isOrdering && <DeletedLink kind={kind.history} full={isFull ? words.full : null} />}
      <RowMenu opened={listing.menu} onClose={listing.closeMenu} actions={rowActions} onDelete={listing.ask} />
      <RowDialogs
        words={words}
        selectedRow={listing.asked}
        onAnswer={(row, agreed) => {
          listing.ask(null);
          if (agreed) actions.remove.mutate(row);
        }}
        inUse={actions.inUse}
        onRead={actions.forgetUse}
      />
      <span role="status" style={visuallyHidden}>
        {listing.said}
      </span>
    </Paper>
  );
};
