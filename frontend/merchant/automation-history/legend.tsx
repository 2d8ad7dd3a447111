import Box from "@mui/material/Box";
import type { SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import { getOutcomeCount, outcomeDisplay, outcomes, rareOutcomes } from "./outcome-display.ts";

/** Each color and icon with its number of slots. */
export const Legend = ({ of }: { of: readonly SlotOutcome[] }) => (
  <Box
    component="ul"
    aria-label="Legend"
    sx={{ display: "flex", flexWrap: "wrap", columnGap: 2.5, rowGap: 0.75, listStyle: "none", p: 0, m: 0, mt: 2 }}
  >
    {outcomes.map((outcome) => {
      const { Icon, word, color, soft, line } = outcomeDisplay[outcome];
      const count = of.reduce((sum, slot) => sum + getOutcomeCount(slot, outcome), 0);
      if (rareOutcomes.includes(outcome) && count === 0) return null;
      return (
        <Box
          component="li"
          key={outcome}
          sx={{ display: "flex", alignItems: "center", gap: 0.75, fontSize: "0.8125rem", color: "text.secondary" }}
        >
          <Box
            aria-hidden
            sx={{
              display: "grid",
              placeItems: "center",
              width: 20,
              height: 20,
              borderRadius: 0.5,
              border: 1,
              borderColor: line,
              bgcolor: soft,
              color,
            }}
          >
            <Icon sx={{ fontSize: 13 }} />
          </Box>
          {word}: {count.toLocaleString("en")}
        </Box>
      );
    })}
  </Box>
);
