import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useDeferredValue, useMemo, useState } from "react";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";
import { getErrorMessage, isSkipped } from "../../shared/api/api-error.ts";
import { EmptyState } from "../../shared/ui/empty-state.tsx";
import { PageHeading } from "../../shared/ui/page-heading.tsx";
import { RetryAlert } from "../../shared/ui/retry-alert.tsx";
import { LoadingPage } from "../loading/loading-page.tsx";
import { columnCountText } from "../resources/columns/column-list.ts";
import { createColumnSearch } from "../resources/columns/column-search.ts";
import { useColumnList } from "../resources/columns/use-columns.ts";
import { ColumnsSearch } from "./columns-search.tsx";
import { ColumnsTable } from "./columns-table.tsx";
import { type ColumnQuery, findColumns } from "./find-columns.ts";

const everything: ColumnQuery = { text: "", category: null, grouping: null };

/** Every available column, open to everybody (S-1.2.1). */
const ColumnsPage = () => {
  const columns = useColumnList();
  return (
    <>
      <PageHeading
        title="Report columns"
        lead="Every column that a report can show. Grouping decides what one row is, and which columns it can have. Columns marked Slow take longer to load."
      />
      {columns.isPending && <LoadingPage />}
      {columns.isError && !isSkipped(columns.error) && (
        <RetryAlert onRetry={() => void columns.refetch()}>{getErrorMessage(columns.error)}</RetryAlert>
      )}
      {columns.isSuccess && <Columns columns={columns.data} />}
    </>
  );
};

const Columns = ({ columns }: { columns: readonly ReportColumnInfo[] }) => {
  const [query, setQuery] = useState(everything);
  const search = useMemo(
    () =>
      createColumnSearch(columns, ({ Column, Name, Description, Note }) => ({
        key: Column,
        names: [Name],
        text: `${Description}\n${Note}`,
      })),
    [columns],
  );
  // Rendering hundreds of rows may lag behind typing.
  const deferredQuery = useDeferredValue(query);
  const found = useMemo(() => search(deferredQuery.text), [search, deferredQuery.text]);
  const shown = findColumns(found, deferredQuery);
  return (
    <Stack spacing={1.5}>
      <ColumnsSearch wanted={query} onChange={setQuery} />
      <Typography role="status" variant="body2" color="textSecondary">
        {columnCountText(shown.length, columns.length)}
      </Typography>
      {/* Clips the corners without becoming a scroll container, which would break the table's sticky head. */}
      <Paper variant="outlined" sx={{ overflow: "clip" }}>
        {shown.length > 0 ? (
          <ColumnsTable columns={shown} />
        ) : (
          <EmptyState
            compact
            illustration="filters"
            title="No columns found"
            text="Try fewer words, or all categories and groupings."
            action={
              <Button variant="outlined" color="inherit" onClick={() => setQuery(everything)}>
                Show all columns
              </Button>
            }
          />
        )}
      </Paper>
    </Stack>
  );
};

export default ColumnsPage;
