import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";

/** Steps to have a customer's data erased (P-3). Only the store's admin can ask for it. `adminUrl`: undefined if unknown. */
export const HowToErase = ({ adminUrl }: { adminUrl: string | undefined }) => (
  <Box>
    <Typography variant="h3">Erase a customer's data</Typography>
    <Typography variant="body2" color="textSecondary">
      You start it in your store's admin, so that your store and all its apps erase the data. Sheaf follows by itself.
    </Typography>
    <Box
      component="ol"
      aria-label="How to erase a customer's data"
      sx={{ m: 0, mt: 1, pl: 2.5, fontSize: "0.875rem", "& li + li": { mt: 0.75 } }}
    >
      <li>
        In your store's admin, open{" "}
        {adminUrl === undefined ? (
          <strong>Customers</strong>
        ) : (
          <Link href={`${adminUrl}/customers`} target="_blank" rel="noreferrer">
            Customers
          </Link>
        )}{" "}
        and choose the customer.
      </li>
      <li>
        Choose <strong>More actions</strong>, then <strong>Erase personal data</strong>.
      </li>
      <li>
        The store platform tells Sheaf after 10 days. If the customer ordered recently, it may wait up to 6 months.
      </li>
      <li>
        Sheaf then removes every report file that held or may have held the customer's orders. It also removes the
        customer's e-mail address from the conditions of filters, from automated reports and from messages to support.
        That usually takes a minute. The platform allows 30 days. Titles and formulas stay: change them yourself.
      </li>
      <li>
        The erasure is listed below. Save its receivers, and ask them to delete their copies. Sheaf can't reach files
        that were downloaded or sent.
      </li>
    </Box>
  </Box>
);
