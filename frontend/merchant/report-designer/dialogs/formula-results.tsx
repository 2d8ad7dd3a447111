import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { useId } from "react";
import type { FormulaTrial } from "./formula-trial.ts";

export const rowsTried = 5;

/** Results in the first rows. Keeps its space while there are none. */
export const FormulaResults = ({ trial }: { trial: FormulaTrial | null }) => {
  const id = useId();
  return (
    <Box sx={{ mt: 2, px: 2, py: 1.25, borderRadius: 1, bgcolor: "surface.sunken" }}>
      <Typography variant="subtitle2" component="div" id={id} color="textSecondary">
        In the first rows
      </Typography>
      <Box
        component="ol"
        aria-labelledby={id}
        sx={{
          m: 0,
          mt: 0.5,
          pl: 0,
          listStylePosition: "inside",
          minHeight: rowsTried * 20,
          fontSize: "0.8125rem",
          lineHeight: "20px",
          fontVariantNumeric: "tabular-nums",
          "& li::marker": { color: "text.secondary" },
        }}
      >
        {(trial?.results ?? []).map((result, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: results have no ids, only places
          <Box component="li" key={at} sx={{ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}>
            {result === "" ? "(empty)" : result}
          </Box>
        ))}
      </Box>
    </Box>
  );
};
