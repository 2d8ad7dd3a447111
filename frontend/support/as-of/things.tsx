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
import type { Since } from "#domain/as-of/line.ts";
import type { ThingKind } from "#domain/as-of/things.ts";
import type { ConsoleThingThen } from "#domain/wire/support/console.ts";
import { ChevronDownIcon } from "../../shared/ui/icons.tsx";
import { thingAsOf } from "../calls.ts";
import { storyOf } from "../lists/shop-pages.tsx";
import { FieldsTable } from "./fields-table.tsx";

type ThingsProps = { shop: string; at: string; kind: ThingKind; name: string; things: readonly ConsoleThingThen[] };

const counted = (count: number): string => (count === 1 ? "1 field" : `${count} fields`);

const sinceSaid = (since: Since, changes: number): string => {
  const said: Readonly<Record<Since, string>> = {
    same: "The same today",
    changed: `${counted(changes)} changed since`,
    deleted: "Deleted since",
    new: "Made since",
  };
  return said[since];
};

const colors = { same: "default", changed: "info", deleted: "error", new: "success" } as const satisfies Record<
  Since,
  string
>;

/** All fields of an object, loaded when opened. */
const Whole = ({ shop, at, kind, thing }: Omit<ThingsProps, "name" | "things"> & { thing: ConsoleThingThen }) => {
  const { data, error } = useQuery({
    queryKey: ["as-of", shop, at, kind, thing.id],
    queryFn: () => thingAsOf(shop, at, kind, thing.id),
    retry: false,
  });
  if (error !== null) return <Alert severity="error">{error.message}</Alert>;
  if (data === undefined) return <LinearProgress aria-label="Looking up what it was" />;
  return (
    <>
      <FieldsTable fields={data.fields} label={data.title} />
      <Button
        component={Link}
        to={storyOf(shop, { about: thing.id })}
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

const Thing = ({ thing, ...of }: Omit<ThingsProps, "name" | "things"> & { thing: ConsoleThingThen }) => {
  const [open, setOpen] = useState(false);
  const { title, since, changes } = thing;
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
          <Chip size="small" variant="outlined" color={colors[since]} label={sinceSaid(since, changes.length)} />
        </Box>
      </AccordionSummary>
      <AccordionDetails>{open && <Whole {...of} thing={thing} />}</AccordionDetails>
    </Accordion>
  );
};

/** The objects of a kind at that time, followed by those made since. */
export const Things = ({ name, things, ...of }: ThingsProps) => (
  <Box component="section" aria-label={name}>
    <Typography variant="h2" sx={{ mb: 1 }}>
      {`${name} (${things.filter(({ since }) => since !== "new").length})`}
    </Typography>
    {things.length === 0 ? (
      <Typography color="textSecondary">There were none, and there are none today.</Typography>
    ) : (
      things.map((thing) => <Thing key={thing.id} {...of} thing={thing} />)
    )}
  </Box>
);
