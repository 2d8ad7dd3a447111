import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { formatOrderCount } from "../../resources/order-count.ts";
import type { Found } from "./use-find-numbers.ts";

export const unreadOrdersText = "Some orders couldn't be read from your store. Try again.";

/** Orders missing from a page of the table. */
export const missingOrdersText = (count: number): string =>
  `${formatOrderCount(count)} of this page couldn't be read from your store. Try again.`;

/** The result of a search for pasted numbers. */
export const FoundAlert = ({ ids, notFound, unread }: Found) => {
  const hasUnread = unread > 0;
  return (
    <Alert severity={notFound.length > 0 || hasUnread ? "warning" : "success"} role="status" sx={{ width: "100%" }}>
      {formatOrderCount(ids.length)} found and selected.
      {hasUnread && ` ${unreadOrdersText}`}
      {!hasUnread && notFound.length > 0 && " Correct the others above, or search for their orders."}
      {notFound.length > 0 && (
        <Box sx={{ maxHeight: 96, overflowY: "auto", overflowWrap: "anywhere" }}>
          {hasUnread ? "Not read, not found" : "Not found"}, or shared by several orders: {notFound.join(", ")}
        </Box>
      )}
    </Alert>
  );
};
