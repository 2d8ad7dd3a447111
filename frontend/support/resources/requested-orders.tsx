import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ConsoleOrderSelection } from "#domain/wire/support/console.ts";
import { describeRequestedOrders } from "./describe-requested-orders.ts";

type RequestedOrdersProps = {
  selection: ConsoleOrderSelection;
  /** The first ids of individually chosen orders. */
  orderIds?: readonly string[];
};

const idsText = (ids: readonly string[], chosen: number): string =>
  chosen > ids.length ? `${ids.join(", ")} and ${(chosen - ids.length).toLocaleString("en")} more` : ids.join(", ");

export const RequestedOrders = ({ selection, orderIds = [] }: RequestedOrdersProps) => {
  const filter = selection.filterTitle === null ? [] : [{ name: "Filter", text: `“${selection.filterTitle}”` }];
  const ids = orderIds.length === 0 ? [] : [{ name: "Order ids", text: idsText(orderIds, selection.chosen) }];
  return (
    <Box
      component="dl"
      sx={{ display: "grid", gridTemplateColumns: "max-content minmax(0, 1fr)", columnGap: 1.5, rowGap: 0.25, m: 0 }}
    >
      {[...describeRequestedOrders(selection), ...filter, ...ids].map(({ name, text }) => (
        <Box key={name} sx={{ display: "contents" }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, overflowWrap: "anywhere" }}>
            {text}
          </Typography>
        </Box>
      ))}
    </Box>
  );
};
