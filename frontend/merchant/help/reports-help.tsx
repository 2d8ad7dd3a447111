import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { TourLink } from "../tour/tour-link.tsx";
import { HelpSection } from "./help-section.tsx";

/** Help of the Reports page and of report exports. */
const ReportsHelp = () => (
  <>
    <HelpSection title="What a report is made of">
      <Typography>
        A <strong>report design</strong> sets which columns the report shows, and the <strong>date range</strong> which
        days its orders come from. A <strong>filter</strong> narrows them further. You can also choose the orders one by
        one.
      </Typography>
      <Typography>
        <Link component={RouterLink} to={paths.columns}>
          All columns that a report can show
        </Link>
      </Typography>
      <Box sx={{ ml: -0.75, mt: 0.5 }}>
        <TourLink />
      </Box>
    </HelpSection>
    <HelpSection title="Which days">
      <Typography>
        Orders are chosen by the day they were created, in whole days of your store's time zone. A range that includes
        today ends the moment you press Generate. Weeks begin on Monday.
      </Typography>
      <Typography>
        <strong>Date that counts</strong> chooses them by another day: paid, shipped, refunded and more. An order placed
        on the 26th and paid on the 27th is then in a report of orders paid on the 27th.
      </Typography>
    </HelpSection>
    <HelpSection title="Which filter">
      <Typography>
        <strong>Custom filter</strong> belongs to this page: change it whenever a report needs something else. Filters
        you save under a name can be used in any report.
      </Typography>
      <Typography>
        <strong>Native</strong> conditions are answered by your store itself, so their count of orders is exact.{" "}
        <strong>Post-processing</strong> conditions are checked by Sheaf, order by order: the total starts as
        &lsquo;&lt;=300 orders&rsquo; and becomes exact as they're checked, up to 2,000 orders.
      </Typography>
      <Typography>If no orders are left, you see how many each condition leaves, and can remove one.</Typography>
      <Typography>
        If you choose orders one by one, only conditions on lines apply: order line, product and variant.
      </Typography>
    </HelpSection>
    <HelpSection title="Which format">
      <ul>
        <li>
          <strong>Excel</strong> keeps numbers as numbers and dates as dates, ready for calculations.
        </li>
        <li>
          <strong>HTML</strong> is for reading in the browser and for printing.
        </li>
        <li>
          <strong>CSV</strong> and <strong>XML</strong> are for other programs.
        </li>
      </ul>
    </HelpSection>
    <HelpSection title="Where the file goes">
      <Typography>
        <strong>Report exports</strong> shows the report while it's being made and keeps the file for seven days. You
        can carry on working or close the window. The report is made anyway.
      </Typography>
      <Typography>
        <strong>Details</strong> shows what a file contains: its days, its time zone and the filter as it was then.
      </Typography>
      <Typography>
        <strong>Share</strong> copies a link to the file. Anyone with the link can open the file without logging in.
      </Typography>
    </HelpSection>
    <HelpSection title="When a report is empty">
      <Typography>
        Check the total orders below the filters first. A longer date range or another filter usually helps. The link
        &lsquo;Why the report is empty?&rsquo; lists the likely reasons.
      </Typography>
    </HelpSection>
  </>
);

export default ReportsHelp;
