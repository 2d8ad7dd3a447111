import Box from "@mui/material/Box";
import { toConditions } from "#domain/filters/fields.ts";
import type { EditableFilter } from "../filters/editable-filter.ts";
import { RemovedNote } from "./removed-note.tsx";
import type { CheckState } from "./use-order-check.ts";
import { useRemoveCondition } from "./use-remove-condition.ts";
import { WhyFew } from "./why-few.tsx";

type FilterFunnelProps = { filter: EditableFilter; check: CheckState; all: string };

/** The funnel of a filter without an open editor. Empty if the filter leaves more than a few orders. */
const FilterFunnel = ({ filter, check, all }: FilterFunnelProps) => {
  const condition = useRemoveCondition(filter);
  const known = check.state === "over" ? check.known : null;
  if (known?.Funnel == null && condition.removed === null) return null;
  return (
    <Box sx={{ display: "flex", flexDirection: "column", gap: 1.5 }}>
      <RemovedNote condition={condition} />
      {known?.Funnel && (
        <WhyFew
          check={{ ...known, Funnel: known.Funnel }}
          conditions={toConditions(filter.fields)}
          condition={condition}
          all={all}
        />
      )}
    </Box>
  );
};

export default FilterFunnel;
