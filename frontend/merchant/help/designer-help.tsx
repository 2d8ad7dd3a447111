import Box from "@mui/material/Box";
import Link from "@mui/material/Link";
import Typography from "@mui/material/Typography";
import { Link as RouterLink } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import { HelpSection } from "./help-section.tsx";

const keys: readonly (readonly [keys: string, does: string])[] = [
  ["Ctrl+Z", "undoes the last change"],
  ["Ctrl+Shift+Z", "redoes it"],
  ["Tab", "goes to the next column heading"],
  ["Enter in a dialog", "saves"],
  ["Escape", "closes a dialog or a panel, or ends dragging"],
];

const groupings: readonly (readonly [name: string, row: string])[] = [
  ["Order lines", "one row per line of an order; amounts for the whole order appear once, on its first row"],
  ["One per order", "one row per order; values from its lines are added up or joined"],
  ["Product variants", "one row per variant, across all orders"],
  ["Products combined", "one row per product, its variants together"],
  ["Fulfillments", "one row per line of a fulfillment"],
];

/** Help of the report designer (S-2.2.2). */
const DesignerHelp = () => (
  <>
    <HelpSection title="The table is the report">
      <Typography>
        It shows your last 50 orders, or the last 20 while a slow column is shown, made the same way as the file.
        Changes are saved as you make them, and every earlier version is in History.
      </Typography>
      <Typography>
        <Link component={RouterLink} to={paths.columns}>
          All columns that a report can show
        </Link>
      </Typography>
    </HelpSection>
    <HelpSection title="Title">
      <Typography>
        The title of a report design is mandatory and cannot start with a number. By default it is Untitled with a
        number. It can have up to 50 characters, without &lt; and &gt;. The same goes for column titles.
      </Typography>
    </HelpSection>
    <HelpSection title="Grouping: what one row is">
      <Pairs rows={groupings} />
      <Typography sx={{ mt: 1 }}>
        A column that doesn't work with the grouping is grayed out. It stays in the design but is left out of files, and
        comes back once you choose a grouping it works with.
      </Typography>
    </HelpSection>
    <HelpSection title="Worksheet splitter">
      <Typography>
        Divides the report into worksheets, one for each value: each country, each vendor, each tag. An order with
        several tags appears on each tag&rsquo;s worksheet, and lines without a value on &lsquo;Other&rsquo;. A CSV file
        has the parts one after another.
      </Typography>
    </HelpSection>
    <HelpSection title="Order property 1 to 3">
      <Typography>
        Checkout forms and other apps add details to an order, such as a gift message or a delivery date. Order property
        1, 2 and 3 show the first, second and third of them. Because they can come in any order, it&rsquo;s safer to
        pick one by name: <strong>Choose attribute</strong> in the menu of the column.
      </Typography>
    </HelpSection>
    <HelpSection title="Columns of your own">
      <Typography>
        Custom columns are empty, for you to fill in once you have the file. Give them a title, and show or hide them
        like any other column.
      </Typography>
    </HelpSection>
    <HelpSection title="Formulas">
      <Typography>
        If your store can edit custom columns, one can hold an Excel formula. Choose <strong>Add formula</strong> above
        the table to add one. It starts with &lsquo;=&rsquo; and refers to the first row of data, which is row 1:{" "}
        <code>=C1*D1</code>. Row numbers adjust to each row. Columns are A, B, C from left to right, as in the table.
        You can also type their titles, or choose them from the list: <code>=Price*Quantity</code> becomes{" "}
        <code>=C1*D1</code>. When you move columns, formulas follow: the letters change, and they still refer to the
        same columns. Excel files contain the formula, all others its result.
      </Typography>
    </HelpSection>
    <HelpSection title="Numeric formats">
      <Typography>
        Numbers can be shown in your store&rsquo;s currency format, in an Excel format such as <code>#,##0.00</code>, or
        in red at or below a value. Excel and HTML files show them the same way. CSV and XML contain plain numbers.
        Excel&rsquo;s codes use a point for decimals and a comma for thousands in every country. If you type{" "}
        <code>0,00</code>, the dialog offers <code>0.00</code>.
      </Typography>
    </HelpSection>
    <HelpSection title="Slow columns">
      <Typography>
        Columns with a warning sign are read from your store order by order, so a report with them takes longer to make.
      </Typography>
    </HelpSection>
    <HelpSection title="Keys">
      <Pairs rows={keys} />
    </HelpSection>
  </>
);

const Pairs = ({ rows }: { rows: readonly (readonly [name: string, text: string])[] }) => (
  <Box component="dl" sx={{ m: 0, "& dt": { color: "text.primary", fontWeight: 600 }, "& dd": { m: 0, mb: 0.75 } }}>
    {rows.map(([name, text]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </Box>
);

export default DesignerHelp;
