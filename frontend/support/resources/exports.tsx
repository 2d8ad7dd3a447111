import Stack from "@mui/material/Stack";
import { FunctionField, NumberField, TextField, useRecordContext } from "react-admin";
import type { ConsoleExport, ConsoleExportDetails } from "#domain/wire/support/console.ts";
import { ActivityLink } from "../activity/activity-link.tsx";
import { InputsLink } from "../as-of/inputs-link.tsx";
import { createColumn, createIdColumn, createInstantColumn, createSortedColumn, shopColumn } from "../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, choiceInput, shopInput, sinceInput } from "../lists/inputs.tsx";
import { ItemLink } from "../lists/item-link.tsx";
import { joinFacts } from "../lists/join-facts.ts";
import { ExportActs } from "./export-acts.tsx";
import { ExportTitle } from "./export-title.tsx";
import { RequestedOrders } from "./requested-orders.tsx";

const filters = [
  choiceInput("status", "Status", ["waiting", "working", "finished", "failed", "canceling", "canceled"], true),
  choiceInput("trigger", "Made by", ["manual", "automated"]),
  shopInput,
  sinceInput,
  beforeInput,
];

const columns = [
  createInstantColumn("createdAt", "Requested"),
  shopColumn,
  createColumn("title", "Title", { shown: <ExportTitle /> }),
  createColumn("format", "Format"),
  createColumn("trigger", "Made by"),
  createSortedColumn("status", "Status"),
  createColumn("orders", "Orders", { as: "number" }),
  createIdColumn("Export id"),
  createIdColumn("Run id", "run", ({ run }) => run?.runId ?? null),
  createIdColumn("Automated report id", "automation", ({ run }) => run?.automationId ?? null),
];

export const ExportList = () => (
  <ConsoleList
    title="Exports"
    filters={filters}
    sort={{ field: "createdAt", order: "DESC" }}
    primary={(row) => row.title}
    secondary={(row) => joinFacts(row.status, row.failedReason, formatInstantText(row.createdAt))}
    columns={columns}
  />
);

/** The page first shows a list's row, which lacks the details. */
type Shown = ConsoleExport & Partial<ConsoleExportDetails>;

const Related = () => {
  const record = useRecordContext<Shown>();
  if (record === undefined) return null;
  const { run, askedAgain } = record;
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
      {run && <ItemLink resource="runs" id={run.runId} name="Open its run" />}
      {run && <ItemLink resource="automations" id={run.automationId} name="Open its automated report" />}
      {askedAgain && <ItemLink resource="exports" id={askedAgain} name="Open the export that was asked for again" />}
      <ActivityLink />
      <InputsLink resource="exports" />
    </Stack>
  );
};

export const ExportShow = () => (
  <ConsoleShow title="Export" name={({ title }) => title}>
    <TextField source="id" label="Export id" />
    <ShopField label="Shop" />
    <ExportTitle label="Title" />
    <TextField source="design" label="Report design" />
    <TextField source="format" />
    <TextField source="trigger" label="Made by" />
    <TextField source="status" />
    <FunctionField<Shown> label="Asked for" render={({ asked }) => asked && <RequestedOrders selection={asked} />} />
    <NumberField source="attempt" />
    <At source="createdAt" label="Requested" />
    <At source="endedAt" label="Ended" />
    <TextField source="failedCode" label="Failed because" emptyText="It hasn't failed" />
    <TextField source="failedReason" label="Said to the merchant" emptyText="Nothing" />
    <NumberField source="orders" emptyText="Not known yet" />
    <NumberField source="rows" emptyText="Not known yet" />
    <NumberField source="bytes" emptyText="Not known yet" />
    <TextField source="file" />
    <At source="expiresAt" label="Removed on" />
    <ExportActs />
    <Related />
  </ConsoleShow>
);
