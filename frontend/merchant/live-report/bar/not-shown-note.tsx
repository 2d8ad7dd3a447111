import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";
import { useWhichPage } from "../../which-orders/which-page.ts";
import { describeLeftOut, type ReportFacts } from "../table/report-facts.ts";

/** Parts of the report that aren't shown, and the number of orders in total. */
export const NotShownNote = ({ facts }: { facts: ReportFacts }) => {
  const { api } = useServices();
  const { of } = useWhichPage();
  const count = useQuery({
    queryKey: ["live-count", of, facts.gatheredAt],
    queryFn: ({ signal }) => api.orderCount(of, signal),
    enabled: facts.hasMore && facts.lookedAt === null,
  });
  const isExact = count.data !== undefined && !count.data.HasPostProcessFilters;
  const words = describeLeftOut(facts, isExact ? count.data.Count : null);
  if (words.length === 0) return null;
  return (
    <Typography variant="body2" color="textSecondary" sx={{ px: 1.5, py: 1, borderBottom: 1, borderColor: "divider" }}>
      {words.join(" ")}
    </Typography>
  );
};
