import Box from "@mui/material/Box";
import Paper, { type PaperProps } from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { createContext, type HTMLAttributes, useContext } from "react";

export type SuggestionStats = {
  /** Number of newest orders that were counted; null without counts. */
  orders: number | null;
  values: number;
  /** There are no other values. */
  isWhole: boolean;
};

export const SuggestionStatsContext = createContext<SuggestionStats>({ orders: null, values: 0, isWhole: true });

/** Entries visible without scrolling. */
const inSight = 7;

const moreWords = ({ values }: SuggestionStats): string | null =>
  values > inSight ? `${values.toLocaleString("en")} values. Scroll, or type to find one.` : null;

const rareWords = ({ isWhole }: SuggestionStats): string | null =>
  isWhole ? null : "Rarer values are not listed. Type them in full.";

/** A suggestion. `orders`: null for an operator. */
export const SuggestionRow = ({
  word,
  orders,
  ...props
}: HTMLAttributes<HTMLLIElement> & { word: string; orders: number | null }) => (
  <li {...props}>
    <Box
      component="span"
      sx={{
        overflowWrap: "anywhere",
        minWidth: 0,
        ...(orders === null && { color: "text.secondary", fontStyle: "italic" }),
      }}
    >
      {word}
    </Box>
    {orders !== null && orders > 0 && (
      <Box
        component="span"
        sx={{ color: "text.secondary", flexShrink: 0, pl: 0.75, fontVariantNumeric: "tabular-nums" }}
      >
        · {orders.toLocaleString("en")}
      </Box>
    )}
  </li>
);

const figuresWords = ({ orders }: SuggestionStats): string | null => {
  if (orders === null || orders === 0) return null;
  return orders === 1
    ? "From your newest order"
    : `How many of your newest ${orders.toLocaleString("en")} orders have it`;
};

/** Below the suggestions: their number if not all are visible, and what the figures count. */
export const SuggestionsPaper = ({ children, ...props }: PaperProps) => {
  const offered = useContext(SuggestionStatsContext);
  const lines = [moreWords(offered), rareWords(offered), figuresWords(offered)].filter((line) => line !== null);
  return (
    <Paper {...props}>
      {children}
      {lines.length > 0 && (
        <Box sx={{ px: 2, py: 0.75, borderTop: 1, borderColor: "divider" }}>
          {lines.map((line) => (
            <Typography key={line} variant="caption" component="p" color="textSecondary" sx={{ m: 0 }}>
              {line}
            </Typography>
          ))}
        </Box>
      )}
    </Paper>
  );
};
