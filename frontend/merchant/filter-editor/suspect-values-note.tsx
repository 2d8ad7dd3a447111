import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { shortenText } from "#domain/text/shorten-text.ts";
import { toOneLine } from "#domain/text/to-one-line.ts";
import type { SuspectValue } from "./suspect-values.ts";

const maxShown = 3;
const longestShown = 40;
const quoteShortened = (text: string): string => `“${shortenText(toOneLine(text), longestShown)}”`;

type SuspectValuesNoteProps = {
  doubts: readonly SuspectValue[];
  /** Number of newest orders that were read. */
  orders: number;
  onReplace: (doubt: SuspectValue, value: string) => void;
};

/** Values that the shop doesn't seem to have, with probable ones. Only a hint: nothing changes without a press. */
export const SuspectValuesNote = ({ doubts, orders, onReplace }: SuspectValuesNoteProps) => (
  <Box role="status">
    {doubts.slice(0, maxShown).map((doubt) => (
      <Typography
        key={doubt.value}
        variant="body2"
        color="textSecondary"
        sx={{ mt: 0.5, mx: 0.5, overflowWrap: "anywhere" }}
      >
        {quoteShortened(doubt.text)} is not in your newest{" "}
        {orders === 1 ? "order" : `${orders.toLocaleString("en")} orders`}.{" "}
        {doubt.meant && (
          <>
            Did you mean{" "}
            <Link
              component="button"
              type="button"
              variant="body2"
              onClick={() => doubt.meant && onReplace(doubt, doubt.meant.value)}
              sx={{ verticalAlign: "baseline" }}
            >
              {quoteShortened(doubt.meant.word)}
            </Link>
            ?
          </>
        )}
      </Typography>
    ))}
    {doubts.length > maxShown && (
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mx: 0.5 }}>
        Neither are {doubts.length - maxShown} others. They're marked with a question mark.
      </Typography>
    )}
  </Box>
);
