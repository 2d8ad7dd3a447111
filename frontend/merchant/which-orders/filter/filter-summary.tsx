import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import { pickLineConditions } from "#domain/filters/compile/conditions.ts";
import { describeFilter, groupConditions } from "#domain/filters/description/describe-filter.ts";
import { toConditions } from "#domain/filters/fields.ts";
import type { EditableFilter } from "../../resources/filters/editable-filter.ts";
import { useFilterMoment } from "../../use-filter-moment.ts";

type GroupProps = { title: string; note: string; lines: readonly string[] };

const Group = ({ title, note, lines }: GroupProps) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography variant="h4" component="h4">
      {title}
    </Typography>
    <Typography variant="body2" color="textSecondary" sx={{ textWrap: "pretty" }}>
      {note}
    </Typography>
    <Box component="ul" sx={{ m: 0, mt: 0.75, pl: 2.25, "& li + li": { mt: 0.25 } }}>
      {lines.map((line) => (
        <Typography component="li" variant="body2" key={line} sx={{ overflowWrap: "anywhere" }}>
          {line}
        </Typography>
      ))}
    </Box>
  </Box>
);

type FilterSummaryProps = {
  filter: EditableFilter;
  /** Orders are chosen one by one. */
  selects: boolean;
};

/** The chosen filter's summary: a sentence, and its native and post-processing conditions (S-1.2.10). */
const FilterSummary = ({ filter, selects }: FilterSummaryProps) => {
  const id = useId();
  const moment = useFilterMoment();
  const all = toConditions(filter.fields);
  const conditions = selects ? pickLineConditions(all) : all;
  const { native, postProcessing } = groupConditions(conditions, moment);
  if (native.length + postProcessing.length === 0)
    return (
      <Typography variant="body2" color="textSecondary">
        {selects
          ? "This filter has no conditions on lines, so it changes nothing about the orders you chose."
          : "This filter keeps every order."}
      </Typography>
    );
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ border: 1, borderColor: "divider", borderRadius: 1.25, bgcolor: "surface.sunken", p: 2 }}
    >
      <Typography variant="overline" component="h3" id={id} color="textSecondary">
        {selects ? "What the filter keeps of these orders" : "What the filter keeps"}
      </Typography>
      <Typography sx={{ mt: 0.25, overflowWrap: "anywhere", textWrap: "pretty" }}>
        {describeFilter(conditions, moment)}
      </Typography>
      <Box
        sx={{
          display: "grid",
          gap: 2,
          mt: 1.5,
          gridTemplateColumns: {
            xs: "minmax(0, 1fr)",
            sm: native.length > 0 && postProcessing.length > 0 ? "repeat(2, minmax(0, 1fr))" : "minmax(0, 1fr)",
          },
        }}
      >
        {native.length > 0 && (
          <Group title="Native" note="Your store answers these itself, fast and exactly." lines={native} />
        )}
        {postProcessing.length > 0 && (
          <Group title="Post-processing" note="Sheaf checks these itself, order by order." lines={postProcessing} />
        )}
      </Box>
    </Box>
  );
};

export default FilterSummary;
