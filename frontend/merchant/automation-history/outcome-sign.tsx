import Box from "@mui/material/Box";
import { type Outcome, outcomeLooks } from "./outcome-looks.ts";

export const OutcomeSign = ({ outcome }: { outcome: Outcome }) => {
  const { Icon, color, word } = outcomeLooks[outcome];
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
