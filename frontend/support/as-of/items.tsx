import Accordion from "@mui/material/Accordion";
import AccordionDetails from "@mui/material/AccordionDetails";
import AccordionSummary from "@mui/material/AccordionSummary";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { ItemChange } from "#domain/as-of/described-field.ts";
import type { AsOfItemKind } from "#domain/as-of/items.ts";
import type { ConsoleItemAsOf } from "#domain/wire/support/console.ts";
import { ChevronDownIcon } from "../../shared/ui/icons.tsx";
import { readItemAt } from "../calls.ts";
import { toActivityPath } from "../lists/shop-pages.tsx";
import { FieldsTable } from "./fields-table.tsx";

type ItemsProps = { shop: string; at: string; kind: AsOfItemKind; name: string; items: readonly ConsoleItemAsOf[] };

const counted = (count: number): string => (count === 1 ? "1 field" : `${count} fields`);

const describeSince = (since: ItemChange, changes: number): string => {
  const labels: Readonly<Record<ItemChange, string>> = {
    same: "The same today",
    changed: `${counted(changes)} changed since`,
    deleted: "Deleted since",
    new: "Made since",
  };
  return labels[since];
};

const colors = { same: "default", changed: "info", deleted: "error", new: "success" } as const satisfies Record<
  ItemChange,
  string
>;

/** All fields of an object, loaded when opened. */
const Whole = ({ shop, at, kind, item }: Omit<ItemsProps, "name" | "items"> & { item: ConsoleItemAsOf }) => {
  const { data, error } = useQuery({
    queryKey: ["as-of", shop, at, kind, item.id],
    queryFn: () => readItemAt(shop, at, kind, item.id),
    retry: false,
  });
  if (error !== null) return <Alert severity="error">{error.message}</Alert>;
  if (data === undefined) return <LinearProgress aria-label="Looking up what it was" />;
  return (
    <>
      <FieldsTable fields={data.fields} label={data.title} />
      <Button
        component={Link}
        to={toActivityPath(shop, { about: item.id })}
        size="small"
        variant="outlined"
        color="inherit"
        sx={{ mt: 1 }}
      >
        What happened to it
      </Button>
    </>
  );
};

const Item = ({ item, ...of }: Omit<ItemsProps, "name" | "items"> & { item: ConsoleItemAsOf }) => {
  const [open, setOpen] = useState(false);
  const { title, since, changes } = item;
  return (
    <Accordion
      variant="outlined"
      disableGutters
      expanded={open}
      onChange={(_, expanded) => setOpen(expanded)}
      slotProps={{ heading: { component: "h3" }, transition: { unmountOnExit: true } }}
    >
      <AccordionSummary expandIcon={<ChevronDownIcon />}>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center", minWidth: 0 }}>
          <Typography component="span" sx={{ overflowWrap: "anywhere" }}>
            {title}
          </Typography>
          <Chip size="small" variant="outlined" color={colors[since]} label={describeSince(since, changes.length)} />
        </Box>
      </AccordionSummary>
      <AccordionDetails>{open && <Whole {...of} item={item} />}</AccordionDetails>
    </Accordion>
  );
};

/** The objects of a kind at that time, followed by those made since. */
export const Items = ({ name, items, ...of }: ItemsProps) => (
  <Box component="section" aria-label={name}>
    <Typography variant="h2" sx={{ mb: 1 }}>
      {`${name} (${items.filter(({ since }) => since !== "new").length})`}
    </Typography>
    {items.length === 0 ? (
      <Typography color="textSecondary">There were none, and there are none today.</Typography>
    ) : (
      items.map((item) => <Item key={item.id} {...of} item={item} />)
    )}
  </Box>
);
