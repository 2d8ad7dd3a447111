import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useMemo } from "react";
import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { type Combination, findCombination, findContradiction } from "#domain/filters/contradictions.ts";
import { joinWords } from "#domain/filters/description/phrases.ts";
import type { Siever } from "#domain/filters/sievers.ts";
import { shortenText } from "#domain/text/shorten-text.ts";
import { WarningIcon } from "../../shared/ui/icons.tsx";
import { formatValueInline } from "./values/describe-value.ts";

const words: Readonly<Record<Combination, string>> = {
  any: "Any one of these values is enough.",
  all: "All of these must be true.",
  "any-and-all": "Any one of the plain values is enough. All the others must be true.",
};

const maxNamed = 3;
const longestNamed = 40;

const namedList = (values: readonly string[], siever: Siever): string => {
  const named = values
    .slice(0, maxNamed)
    .map((value) => `“${shortenText(formatValueInline(value, siever), longestNamed)}”`);
  const others = values.length - named.length;
  return joinWords(others > 0 ? [...named, `${others} more`] : named, "and");
};

type CombinedValuesNoteProps = { siever: Siever; values: readonly string[]; moment: FilterMoment };

/** Explains how several values of a field combine, and warns if they contradict each other. */
export const CombinedValuesNote = ({ siever, values, moment }: CombinedValuesNoteProps) => {
  const together = findCombination(siever, values);
  const contradiction = useMemo(() => findContradiction(siever, values, moment), [siever, values, moment]);
  return (
    <Box role="status">
      {together !== null && (
        <Typography
          variant="body2"
          color={contradiction ? "warning" : "textSecondary"}
          sx={{ display: "flex", gap: 0.75, mt: 0.5, mx: 0.5, overflowWrap: "anywhere" }}
        >
          {contradiction && <WarningIcon sx={{ fontSize: 16, mt: "2px", flex: "none" }} titleAccess="Warning" />}
          {contradiction
            ? `${namedList(contradiction, siever)} can never be true together, so nothing matches. Remove one.`
            : words[together]}
        </Typography>
      )}
    </Box>
  );
};
