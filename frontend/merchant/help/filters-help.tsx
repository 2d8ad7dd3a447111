import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { createDatePartsLookup, replaceDateExpressions } from "#domain/filters/description/date-expressions.ts";
import { useShopNow } from "../use-shop-now.ts";
import { HelpSection } from "./help-section.tsx";

/** An example of typed input. */
const Typed = ({ children }: { children: ReactNode }) => (
  <Box
    component="code"
    sx={{
      fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
      fontSize: "0.8125rem",
      px: 0.625,
      py: 0.125,
      borderRadius: 0.5,
      bgcolor: "surface.sunken",
      border: 1,
      borderColor: "divider",
      color: "text.primary",
      overflowWrap: "anywhere",
    }}
  >
    {children}
  </Box>
);

const Examples = ({ rows }: { rows: readonly (readonly [typed: string, meaning: ReactNode])[] }) => (
  <Box
    component="dl"
    sx={{
      m: 0,
      mt: 1,
      display: "grid",
      gridTemplateColumns: "auto minmax(0, 1fr)",
      columnGap: 1.5,
      rowGap: 0.875,
      "& dt, & dd": { m: 0 },
    }}
  >
    {rows.map(([typed, meaning]) => (
      <Box key={typed} sx={{ display: "contents" }}>
        <dt>
          <Typed>{typed}</Typed>
        </dt>
        <dd>{meaning}</dd>
      </Box>
    ))}
  </Box>
);

const formats = ["YYYY", "YY", "MM", "M", "MMM", "DD", "D"];
const dateExamples = ["date(YYYY-MM-DD; 0)", "date(YYYY-MM-DD; -7)", "date(D MMM YY; 1)"];

/** Help of the filter editor (S-1.2.14); date examples show today's result. */
const FiltersHelp = () => {
  const now = useShopNow();
  const partsOf = createDatePartsLookup({ now: now.toUTC().toISO() ?? "", zone: now.zoneName ?? "UTC" });
  const today = (text: string) => (
    <>
      today: <strong>{replaceDateExpressions(text, partsOf)}</strong>
    </>
  );
  return (
    <>
      <HelpSection title="How values work together">
        <Typography>
          Within a field, any one value is enough: an order tagged with one of them is kept. Every field that has values
          must match. Upper and lower case make no difference.
        </Typography>
        <Typography>
          <strong>Order</strong> and <strong>Customer</strong> filter whole orders; the other groups filter lines, not
          whole orders. An order with no lines left is dropped.
        </Typography>
      </HelpSection>
      <HelpSection title="Native and post-processing">
        <Typography>
          <strong>Native</strong> conditions are answered by your store itself: the date range, the statuses, and order
          tags of one plain word. They&rsquo;re fast, and their count of orders is exact. For unshipped orders and other
          tags, your store narrows the orders down and Sheaf checks the rest one by one.
        </Typography>
        <Typography>
          All others are <strong>post-processing</strong>: the orders are fetched first and checked afterwards. They
          match the whole value unless the condition says <em>begins with</em>, <em>ends with</em> or <em>contains</em>,
          and the count is shown as <Typed>{"<=300"}</Typed>, since fewer may remain. So does a tag with one of the
          signs below.
        </Typography>
      </HelpSection>
      <HelpSection title="Not, any, empty">
        <Typography>Change how a value is compared in the small menu inside it, or type the sign:</Typography>
        <Examples
          rows={[
            ["!wholesale", "not wholesale: leaves out what has this value"],
            ["*", "any value: the field is not empty"],
            ["!*", "empty: the field has no value"],
          ]}
        />
      </HelpSection>
      <HelpSection title="Part of a value">
        <Typography>
          Choose <em>begins with</em>, <em>ends with</em> or <em>contains</em> in the small menu inside a value, or type
          a star where the rest may be anything:
        </Typography>
        <Examples
          rows={[
            ["vip*", "begins with vip"],
            ["*2026", "ends with 2026"],
            ["*gold*", "contains gold"],
            ["!*gold*", "does not contain gold"],
            ["5\\*", "5 and a star: after a backslash, a star is just a star"],
          ]}
        />
      </HelpSection>
      <HelpSection title="More and less">
        <Typography>
          Total Weight, Quantity, Price and Refund Date can be compared too. All comparisons must match, so two make a
          range:
        </Typography>
        <Examples
          rows={[
            [">=2", "two or more"],
            ["<100", "less than 100"],
            [">=2026-01-01", "from this day on"],
          ]}
        />
      </HelpSection>
      <HelpSection title="Days relative to today">
        <Typography>
          For Refund Date, choose a day beside the field, or type <Typed>30 days ago</Typed>, <Typed>yesterday</Typed>{" "}
          or <Typed>in 7 days</Typed>. In any other field, or inside a longer text,{" "}
          <Typed>date(format; daysDiff)</Typed> becomes today plus that many days, in your store&rsquo;s time zone.
        </Typography>
        <Examples rows={dateExamples.map((text) => [text, today(text)] as const)} />
        <Typography sx={{ mt: 1.5 }}>The parts of a format, one by one:</Typography>
        <Examples rows={formats.map((format) => [format, today(`date(${format}; 0)`)] as const)} />
      </HelpSection>
      <HelpSection title="Many values at once">
        <Typography>
          Copy a spreadsheet column and paste it into a field: each line becomes a value. Click a value to change it, or
          click its cross to remove it. A field holds up to 500 values.
        </Typography>
      </HelpSection>
      <HelpSection title="Suggestions from your store">
        <Typography>
          Suggestions show how many of your newest orders have a value. A question mark means that none of them has it,
          and shows what you may have meant. The value still works.
        </Typography>
      </HelpSection>
      <HelpSection title="Undoing a change">
        <Typography>
          History shows who changed what and when. You can restore any earlier version, and see first what would change.
        </Typography>
      </HelpSection>
    </>
  );
};

export default FiltersHelp;
