import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { hasNoConditions } from "#domain/filters/compile/conditions.ts";
import { toConditions } from "#domain/filters/fields.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import { type EditableFilter, serializeConditions } from "../resources/filters/editable-filter.ts";
import { CheckProgress } from "../resources/order-check/check-progress.tsx";
import FilterFunnel from "../resources/order-check/filter-funnel.tsx";
import { useOrderCheck } from "../resources/order-check/use-order-check.ts";
import { formatOrderCount } from "../resources/order-count.ts";

type ReportFunnelProps = {
  filter: EditableFilter;
  filters: UserOrderFilters;
  /** ISO instant of the request; null for present choices. */
  at: string | null;
};

/** Orders that each filter condition leaves in the period; computed while shown. */
export const ReportFunnel = ({ filter, filters, at }: ReportFunnelProps) => {
  const { fields } = filter;
  const choices = { filters, at, conditions: serializeConditions(fields), count: null };
  const check = useOrderCheck(choices, !hasNoConditions(toConditions(fields)));
  const leavesMore = check.state === "over" && check.known.Funnel === null;
  return (
    <Box sx={{ my: 2 }}>
      {leavesMore ? (
        <Typography>
          Right now this filter leaves {check.known.IsWhole ? "" : "at least "}
          {formatOrderCount(check.known.Left)} on these dates.
        </Typography>
      ) : (
        check.state !== "over" && <CheckProgress check={check} />
      )}
      <FilterFunnel filter={filter} check={check} all="Orders on these dates" />
    </Box>
  );
};
