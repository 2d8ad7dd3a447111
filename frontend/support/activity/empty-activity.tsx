import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";

/** An empty history: says what it would show, or which filter is too narrow. */
export const EmptyActivity = () => {
  const { filterValues, setFilters } = useListContext();
  const isNarrowed = Object.values(filterValues as object).some((value) => value !== "" && value !== undefined);
  return (
    <Stack sx={{ p: 2, gap: 1, alignItems: "flex-start" }}>
      <Typography>
        {isNarrowed
          ? "Nothing that happened in this shop matches these filters. Take one away, or clear all of them."
          : "Nothing has happened in this shop yet."}
      </Typography>
      {isNarrowed && (
        <Button variant="outlined" color="inherit" size="small" onClick={() => setFilters({}, {})}>
          Clear filters
        </Button>
      )}
    </Stack>
  );
};
