import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { parseOrderId } from "#domain/console/order-id.ts";
import type { ConsoleShop } from "#domain/wire/support/console.ts";
import { ShopChooser } from "../lists/chooser.tsx";
import { OrderExports } from "./order-exports.tsx";

/** Asks for the order's shop, then finds the exports that had it. */
export const OrderInShop = ({ typed }: { typed: string }) => {
  const [shop, setShop] = useState<ConsoleShop | null>(null);
  const order = parseOrderId(typed);
  return (
    <Paper component="section" variant="outlined" aria-label="Exports containing an order" sx={{ p: 2 }}>
      <Box sx={{ display: "grid", gap: 2 }}>
        <Typography variant="h2">Exports containing an order</Typography>
        {"problem" in order && <Typography>{order.problem}</Typography>}
        <Typography color="textSecondary">Choose the shop, then find its exports by the order's id.</Typography>
        <ShopChooser label="Shop of the order" placeholder="Type its domain or name" value={shop} onChoose={setShop} />
        {shop !== null && <OrderExports key={shop.id} shop={shop.id} start={"id" in order ? order.id : ""} />}
      </Box>
    </Paper>
  );
};
