import { BooleanField, NumberField, TextField } from "react-admin";
import { ActivityLink } from "../activity/activity-link.tsx";
import { createColumn, createIdColumn, createInstantColumn, shopColumn } from "../lists/columns.ts";
import { At, ConsoleList, ShopField } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { choiceInput, shopInput } from "../lists/inputs.tsx";
import { Related } from "../lists/related.tsx";
import { AutomationActs } from "./automation-acts.tsx";

const filters = [choiceInput("enabled", "Started", ["started", "paused"], true), shopInput];

const columns = [
  createColumn("title", "Title"),
  shopColumn,
  createColumn("enabled", "Started", { text: ({ enabled }) => (enabled ? "Started" : "Paused") }),
  createColumn("frequency", "Frequency"),
  createColumn("destination", "Destination"),
  createInstantColumn("changedAt", "Changed"),
  createIdColumn("Automated report id"),
];

export const AutomationList = () => (
  <ConsoleList
    title="Automated reports"
    filters={filters}
    sort={{ field: "changedAt", order: "DESC" }}
    primary={(row) => row.title}
    secondary={(row) => `${row.enabled ? "Started" : "Paused"}, ${row.frequency}, ${row.destination}`}
    columns={columns}
  />
);

export const AutomationShow = () => (
  <ConsoleShow title="Automated report" name={({ title }) => title}>
    <TextField source="id" label="Id" />
    <ShopField label="Shop" />
    <TextField source="title" />
    <BooleanField source="enabled" label="Started" valueLabelTrue="Started" valueLabelFalse="Paused" />
    <TextField source="status" />
    <NumberField source="failedTries" label="Failed attempts in a row" />
    <TextField source="failedReason" label="Newest failure" emptyText="None" />
    <TextField source="frequency" />
    <TextField source="destination" />
    <TextField source="format" />
    <At source="createdAt" label="Created" />
    <At source="changedAt" label="Changed" />
    <AutomationActs />
    <ActivityLink />
    <Related
      lists={[
        { resource: "runs", filter: (automationId) => ({ automationId }), name: "Runs of this report" },
        { resource: "mails", filter: (about) => ({ about }), name: "Alert e-mails about this report" },
      ]}
    />
  </ConsoleShow>
);
