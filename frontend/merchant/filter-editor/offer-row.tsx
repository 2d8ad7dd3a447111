import Box from "@mui/material/Box";
import Paper, { type PaperProps } from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { createContext, type HTMLAttributes, useContext } from "react";

/** How many of the newest orders were read for the figures; null without figures. */
export const OrdersRead = createContext<number | null>(null);

/** An offered value, and in how many orders it stands. */
export const OfferRow = ({
  word,
  orders,
  ...props
}: HTMLAttributes<HTMLLIElement> & { word: string; orders: number }) => (
  <li {...props}>
    <Box component="span" sx={{ overflowWrap: "anywhere", minWidth: 0 }}>
      {word}
    </Box>
    {orders > 0 && (
      <Box
        component="span"
        sx={{ color: "text.secondary", flexShrink: 0, pl: 0.75, fontVariantNumeric: "tabular-nums" }}
      >
        · {orders.toLocaleString("en")}
      </Box>
    )}
  </li>
);

/** The list of offers with, beneath, what its figures count. */
export const OffersPaper = ({ children, ...props }: PaperProps) => {
  const orders = useContext(OrdersRead);
  return (
    <Paper {...props}>
      {children}
      {orders !== null && orders > 0 && (
        <Typography
          variant="caption"
          component="p"
          color="textSecondary"
          sx={{ m: 0, px: 2, py: 0.75, borderTop: 1, borderColor: "divider" }}
        >
          {orders === 1
            ? "From your newest order"
            : `How many of your newest ${orders.toLocaleString("en")} orders have it`}
        </Typography>
      )}
    </Paper>
  );
};
