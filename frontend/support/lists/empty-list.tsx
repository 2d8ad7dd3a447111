import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useListContext } from "react-admin";

type EmptyListProps = {
  /** Shown if there is nothing at all. */
  text: string;
  /** True for a list of troubles, where that is good news. */
  isWell?: boolean;
  /** Shown if filters leave nothing. */
  narrowed?: string;
};

/** Says that nothing is there, or that the filters are too narrow, with the button to clear them. */
export const EmptyList = ({ text, isWell = false, narrowed = "Nothing matches these filters." }: EmptyListProps) => {
  const { filterValues = {}, setFilters } = useListContext();
  if (Object.values(filterValues as object).some((value) => value !== "" && value !== undefined))
    return (
      <Stack sx={{ p: 2, gap: 1, alignItems: "flex-start" }}>
        <Typography>{narrowed}</Typography>
        <Button variant="outlined" color="inherit" size="small" onClick={() => setFilters({}, {})}>
          Clear filters
        </Button>
      </Stack>
    );
  if (isWell)
    return (
      <Alert severity="success" sx={{ border: 0, borderRadius: "inherit" }}>
        {text}
      </Alert>
    );
  return <Typography sx={{ p: 2 }}>{text}</Typography>;
};
