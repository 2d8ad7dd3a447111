import Box from "@mui/material/Box";
import { LocalStatus } from "#domain/enumerations.ts";
import { localStatusLabels } from "#domain/local-status/labels.ts";
import type { StatusCounts } from "./count-statuses.ts";

const grounds = [
  [LocalStatus.New, "soft.info"],
  [LocalStatus.InProgress, "soft.warning"],
  [LocalStatus.Done, "soft.success"],
  [LocalStatus.Problem, "soft.error"],
] as const;

/** Explains the colors on a wall display, with the number of orders that have each. */
export const StatusLegend = ({ counts }: { counts: StatusCounts }) => (
  <Box
    component="ul"
    aria-label="Orders by local status"
    sx={{ display: "flex", flexWrap: "wrap", gap: 1, listStyle: "none", m: 0, px: 1.5, py: 1, fontSize: "1.25rem" }}
  >
    {grounds.map(([status, ground]) => (
      <Box
        component="li"
        key={status}
        sx={{ bgcolor: ground, color: "text.primary", border: 1, borderColor: "divider", borderRadius: 1, px: 1.5 }}
      >
        {localStatusLabels[status]} {(counts.get(status) ?? 0).toLocaleString("en")}
      </Box>
    ))}
  </Box>
);
