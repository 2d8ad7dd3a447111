import Box from "@mui/material/Box";
import { type Outcome, outcomeDisplay } from "./outcome-display.ts";

export const OutcomeBadge = ({ outcome }: { outcome: Outcome }) => {
  const { Icon, color, word } = outcomeDisplay[outcome];
  return (
    <Box
      component="span"
      data-part="outcome"
      sx={{ display: "inline-flex", alignItems: "center", gap: 0.5, color, fontSize: "0.8125rem", fontWeight: 550 }}
    >
      <Icon sx={{ fontSize: 16 }} />
      {word}
    </Box>
  );
};
