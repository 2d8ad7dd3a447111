import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Stack from "@mui/material/Stack";
import { Children } from "react";
import { FunctionField, TextField, useRecordContext } from "react-admin";
import { Link } from "react-router-dom";
import { hiddenText } from "#domain/filters/hidden.ts";
import type { ConsoleActivityDetails } from "#domain/wire/support/console.ts";
import { At, ShopField } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { shopPage, toActivityPath } from "../lists/shop-pages.tsx";
import { describeSubject } from "./activity-page.tsx";
import { HiddenNote } from "./hidden-note.tsx";

/** The page first shows a list's row, which lacks the event. */
type Shown = Partial<ConsoleActivityDetails>;

const hidden = JSON.stringify(hiddenText);
const hiddenWords = <em>hidden from support</em>;

/** Shows JSON as stored. Hidden values become words without quotation marks, as they aren't text of the event. */
const Json = ({ of }: { of: unknown }) =>
  of === undefined ? null : (
    <Box
      component="pre"
      sx={{ m: 0, whiteSpace: "pre-wrap", overflowWrap: "anywhere", fontFamily: "monospace", fontSize: "0.8125rem" }}
    >
      {Children.toArray(
        JSON.stringify(of, null, 2)
          .split(hidden)
          .flatMap((text, n) => (n === 0 ? [text] : [hiddenWords, text])),
      )}
    </Box>
  );

/** Resources of objects that have pages here. */
const pages: Readonly<Record<string, string>> = { automation: "automations", export: "exports", run: "runs" };

/** Links to the event's object, related objects, and the shop at that time; explains what is hidden. */
const Ways = () => {
  const record = useRecordContext<ConsoleActivityDetails>();
  if (record === undefined || record.correlation === undefined) return null;
  const { tenant, thing, about, correlation, at, data, metadata } = record;
  const page = pages[thing];
  const ways = [
    ...(about !== null && page !== undefined
      ? [{ name: "Open what it is about", to: `/${page}/${encodeURIComponent(about)}/show` }]
      : []),
    ...(about === null ? [] : [{ name: "All that happened to it", to: toActivityPath(tenant, { about }) }]),
    { name: "All of this request", to: toActivityPath(tenant, { request: correlation }) },
    { name: "The shop as of then", to: shopPage(tenant, "as-of", { at }) },
  ];
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
        {ways.map(({ name, to }) => (
          <Button key={name} component={Link} to={to} variant="outlined" color="inherit" size="small">
            {name}
          </Button>
        ))}
      </Stack>
      {JSON.stringify([data, metadata]).includes(hidden) && <HiddenNote shop={tenant} />}
    </Stack>
  );
};

/** An event of the history in full, except for secrets and personal values. */
export const ActivityShow = () => (
  <ConsoleShow title="Event" name={({ type }) => type}>
    <At source="at" label="When" />
    <ShopField label="Shop" />
    <TextField source="byName" label="Who" />
    <FunctionField<ConsoleActivityDetails> label="About" render={describeSubject} />
    <TextField source="what" label="What happened" />
    <Ways />
    <TextField source="type" />
    <TextField source="stream" />
    <TextField source="version" />
    <TextField source="schema" label="Schema" />
    <TextField source="correlation" label="Request id" />
    <FunctionField<Shown> label="Data" render={({ data }) => <Json of={data} />} />
    <FunctionField<Shown> label="Metadata" render={({ metadata }) => <Json of={metadata} />} />
  </ConsoleShow>
);
