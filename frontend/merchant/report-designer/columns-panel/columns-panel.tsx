import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import Link from "@mui/material/Link";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { Fragment, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { ColumnCategory } from "#domain/enumerations.ts";
import { paths } from "../../../shared/navigation/paths.ts";
import { EmptyState } from "../../../shared/ui/empty-state.tsx";
import { SearchIcon } from "../../../shared/ui/icons.tsx";
import { DockedPanel } from "../../docked-panel/docked-panel.tsx";
import { categoryName } from "../../resources/columns/column-list.ts";
import { createColumnSearch } from "../../resources/columns/column-search.ts";
import { AddCustomColumn, findCustomColumnKinds } from "./add-custom-column.tsx";
import { CategoryGroup } from "./category-group.tsx";
import { ColumnRow } from "./column-row.tsx";
import { type PanelColumn, panelGroups } from "./panel-columns.ts";
import { rowStyles } from "./row-styles.ts";

type ColumnsPanelProps = {
  columns: readonly PanelColumn[];
  /** A note about shown columns. */
  notice?: ReactNode;
  /** Counts requests to focus the search field, beyond that of opening. */
  searches: number;
  /** Shows a hidden column at the end of the table, hides a shown one. Must be stable across renders. */
  onToggle: (key: string) => void;
  /** The next unused custom column; null if none is left or the shop can't add custom columns. */
  free: string | null;
  /** Adds a formula to the free column. */
  onAddFormula: (key: string) => void;
  onClose: () => void;
};

const maxResults = 60;

const wordsOf = ({ key, title, originalTitle, text }: PanelColumn) => ({
  key,
  names: title === originalTitle ? [title] : [title, originalTitle],
  text,
});

/** Popular columns, then all columns by category, with typo-tolerant search (S-2.2.2). */
export const ColumnsPanel = ({
  columns,
  notice,
  searches,
  onToggle,
  free,
  onAddFormula,
  onClose,
}: ColumnsPanelProps) => {
  const [text, setText] = useState("");
  const searchField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Focus in a field opens a touch screen's keyboard, over the columns.
    if (searches === 0 && window.matchMedia("(pointer: coarse)").matches) return;
    // The panel is there, and has taken the focus, only after this.
    requestAnimationFrame(() => searchField.current?.select());
  }, [searches]);
  const search = useMemo(() => createColumnSearch(columns, wordsOf), [columns]);
  const deferredSearch = useDeferredValue(text);
  const isSearching = deferredSearch.trim() !== "";
  const kinds = useMemo(() => (free === null ? [] : findCustomColumnKinds(deferredSearch)), [free, deferredSearch]);
  const isAdding = kinds.length > 0;
  const add = free !== null && isAdding && (
    <AddCustomColumn kinds={kinds} onAdd={{ empty: () => onToggle(free), formula: () => onAddFormula(free) }} />
  );
  // Lists only the first of a hundred unused custom columns.
  const matchingColumns = useMemo(
    () =>
      isSearching ? search(deferredSearch).filter((column) => !isAdding || !column.free || column.key === free) : [],
    [search, deferredSearch, isSearching, isAdding, free],
  );
  const shownCount = columns.filter((column) => column.isShown).length;
  return (
    <DockedPanel title="Show/Hide Columns" onClose={onClose}>
      <Box
        role="search"
        sx={{
          position: "sticky",
          top: 0,
          zIndex: 2,
          p: 2,
          pb: 1.5,
          bgcolor: "background.paper",
          borderBottom: 1,
          borderColor: "divider",
          "& ::-webkit-search-cancel-button": { filter: "grayscale(1)" },
        }}
      >
        <TextField
          fullWidth
          size="small"
          inputRef={searchField}
          label="Search columns"
          placeholder="A word from its name or description"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            // The best matches come first.
            event.target.closest("[role=region]")?.scrollTo({ top: 0 });
          }}
          slotProps={{
            htmlInput: { type: "search", maxLength: 100 },
            input: {
              startAdornment: (
                <InputAdornment position="start" sx={{ mr: -0.5 }}>
                  <SearchIcon fontSize="small" />
                </InputAdornment>
              ),
            },
          }}
        />
        <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1 }}>
          {isSearching ? foundText(matchingColumns.length) : `${shownCount} of ${columns.length} columns shown`}
        </Typography>
        {notice}
      </Box>
      {isSearching ? (
        <>
          {matchingColumns.length === 0 && !isAdding && (
            <EmptyState
              compact
              heading="h3"
              title="No columns found"
              text="Try fewer words."
              action={
                <Button variant="outlined" color="inherit" size="small" onClick={() => setText("")}>
                  Show all columns
                </Button>
              }
            />
          )}
          <Box component="ul" aria-label="Columns found" sx={rowStyles}>
            {add}
            {matchingColumns.slice(0, maxResults).map((column) => (
              <ColumnRow key={column.key} column={column} note={categoryName(column.category)} onToggle={onToggle} />
            ))}
          </Box>
        </>
      ) : (
        <Box sx={{ "& > * + *": { borderTop: 1, borderColor: "divider" } }}>
          {panelGroups(columns).map((group, at) => (
            <Fragment key={group.name}>
              {add && group.category === ColumnCategory.Custom && (
                <Box component="ul" aria-label="Custom columns" sx={rowStyles}>
                  {add}
                </Box>
              )}
              <CategoryGroup group={group} opened={at === 0} onToggle={onToggle} />
            </Fragment>
          ))}
        </Box>
      )}
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ px: 2.5, pt: 2, pb: 4, borderTop: 1, borderColor: "divider" }}
      >
        Is a value from your orders missing here?{" "}
        <Link component={RouterLink} to={paths.contactUs}>
          Tell us which
        </Link>
        , and we'll see if we can add it.
      </Typography>
    </DockedPanel>
  );
};

const foundText = (count: number): string => {
  if (count > maxResults) return `The first ${maxResults} of ${count} columns`;
  return `${count} ${count === 1 ? "column" : "columns"} found`;
};
