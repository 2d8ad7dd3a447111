import Button from "@mui/material/Button";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import type { Listed, ListKind } from "./list-kind.ts";
import { ListSkeleton } from "./list-skeleton.tsx";

type ListPlaceholderProps<Row extends Listed> = {
  kind: Pick<ListKind<Row>, "words" | "illustration">;
  query: Pick<UseQueryResult, "isPending" | "isError" | "isFetching" | "refetch">;
  rows: readonly Row[] | undefined;
  /** Button that creates the first row. */
  create: ReactNode;
};

/** Replaces rows that are loading, failed to load, or don't exist. */
export const ListPlaceholder = <Row extends Listed>({ kind, query, rows, create }: ListPlaceholderProps<Row>) => {
  const { words, illustration } = kind;
  if (rows !== undefined && rows.length > 0) return null;
  if (rows !== undefined)
    return (
      <EmptyState
        compact
        heading="h3"
        illustration={illustration}
        title={words.empty}
        text={words.emptyText}
        action={create}
      />
    );
  if (query.isPending) return <ListSkeleton name={words.heading} />;
  return query.isError ? (
    <EmptyState
      compact
      heading="h3"
      illustration={illustration}
      title={`Your ${words.heading.toLowerCase()} haven't loaded yet`}
      text="Try again in a moment."
      action={
        <Button variant="outlined" color="inherit" onClick={() => void query.refetch()} loading={query.isFetching}>
          Try again
        </Button>
      }
    />
  ) : null;
};
