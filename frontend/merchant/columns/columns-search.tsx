import Box from "@mui/material/Box";
import InputAdornment from "@mui/material/InputAdornment";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import { useRef } from "react";
import { SearchIcon } from "../../shared/ui/icons.tsx";
import { shortcuts } from "../../shared/ui/shortcuts.ts";
import { useShortcut } from "../../shared/ui/use-shortcut.ts";
import { categories, groupings } from "../resources/columns/column-list.ts";
import type { ColumnQuery } from "./find-columns.ts";

type ColumnsSearchProps = { wanted: ColumnQuery; onChange: (wanted: ColumnQuery) => void };

/** Search text, category and grouping. */
export const ColumnsSearch = ({ wanted: searchText, onChange }: ColumnsSearchProps) => {
  const search = useRef<HTMLInputElement>(null);
  useShortcut(shortcuts.searchColumns, () => search.current?.select());
  return (
    <Box
      role="search"
      sx={{
        display: "grid",
        gap: 2,
        gridTemplateColumns: { xs: "1fr 1fr", md: "1fr 200px 200px" },
        // Matches the browser's cross to our colors.
        "& ::-webkit-search-cancel-button": { filter: "grayscale(1)" },
      }}
    >
      <TextField
        inputRef={search}
        label="Search columns"
        placeholder="A word from its name or description"
        value={searchText.text}
        onChange={(event) => onChange({ ...searchText, text: event.target.value })}
        sx={{ gridColumn: { xs: "1 / -1", md: "auto" } }}
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
      <Choice
        label="Category"
        any="All categories"
        choices={categories}
        value={searchText.category}
        onChoose={(category) => onChange({ ...searchText, category })}
      />
      <Choice
        label="Grouping"
        any="Any grouping"
        choices={groupings}
        value={searchText.grouping}
        onChoose={(grouping) => onChange({ ...searchText, grouping })}
      />
    </Box>
  );
};

type ChoiceProps = {
  label: string;
  /** Label of the entry for no choice. */
  any: string;
  choices: readonly { value: number; name: string }[];
  value: number | null;
  onChoose: (value: number | null) => void;
};

const Choice = ({ label, any, choices, value, onChoose }: ChoiceProps) => (
  <TextField
    select
    label={label}
    value={value ?? ""}
    onChange={(event) => onChoose(event.target.value === "" ? null : Number(event.target.value))}
    slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
  >
    <MenuItem value="">{any}</MenuItem>
    {choices.map((choice) => (
      <MenuItem key={choice.value} value={choice.value}>
        {choice.name}
      </MenuItem>
    ))}
  </TextField>
);
