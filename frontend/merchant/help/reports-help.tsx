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
        Days are whole days of your store's time zone, by the date of the order. A range that ends today ends at the
        moment you press Generate. Weeks begin on Monday.
      </Typography>
    </HelpSection>
    <HelpSection title="Which filter">
      <Typography>
        <strong>Custom filter</strong> belongs to this page: change it whenever a report needs something else. Your own
        filters are kept under their names, for every report.
      </Typography>
      <Typography>
        <strong>Native</strong> conditions are answered by your store itself, so their count of orders is exact.{" "}
        <strong>Post-processing</strong> conditions Sheaf checks order by order: the total begins as &lsquo;&lt;=300
        orders&rsquo; and becomes exact while you look, up to 2,000 orders.
      </Typography>
      <Typography>Where a filter leaves no orders, you see what each condition leaves, and can remove one.</Typography>
      <Typography>
        <strong>Is an order missing?</strong> Type its number to see whether the report has it, or what leaves it out.
      </Typography>
      <Typography>
        For orders chosen one by one, only the conditions on lines apply: order line, product and variant.
      </Typography>
    </HelpSection>
    <HelpSection title="Which format">
      <ul>
        <li>
          <strong>Excel</strong> keeps numbers and dates as such, ready to calculate with.
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
        The panel <strong>Report exports</strong> shows the report while it is made and holds the file afterwards, for
        seven days. You can keep working or close the window. The report is made all the same.
      </Typography>
      <Typography>
        <strong>Details</strong> tell what a file is of: its days, its time zone and what its filter said then.
      </Typography>
      <Typography>
        <strong>Share</strong> copies a link to the file. Anyone with the link can open the file without logging in.
      </Typography>
    </HelpSection>
    <HelpSection title="When a report is empty">
      <Typography>
        Check the total of orders under the filters first. A wider date range or another filter usually helps. Of an
        empty report, the link &lsquo;Why the report is empty?&rsquo; names the likely reasons.
      </Typography>
    </HelpSection>
  </>
);

export default ReportsHelp;
