import { NumberField, ReferenceField, TextField } from "react-admin";
import type { ConsoleTroubledReport } from "#domain/wire/support/console-alerts.ts";
import { createColumn, createIdColumn, createInstantColumn, createSortedColumn, shopColumn } from "../lists/columns.ts";
import { At, ConsoleList, ShopField } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { choiceInput, shopInput } from "../lists/inputs.tsx";
import { Related } from "../lists/related.tsx";
import { describeTrouble } from "./row-texts.ts";

const filters = [choiceInput("standing", "Standing", ["suspended", "failing"], true), shopInput];

const Run = () => (
  <ReferenceField source="runId" reference="runs" link="show" emptyText="None">
    <At source="slot" />
  </ReferenceField>
);
const Automation = () => (
  <ReferenceField source="id" reference="automations" link="show" label="Automated report">
    <TextField source="title" />
  </ReferenceField>
);

const columns = [
  createInstantColumn("since", "Since"),
  createSortedColumn("standing", "Standing"),
  createSortedColumn("title", "Title"),
  shopColumn,
  createSortedColumn("failedTries", "Failed in a row", { as: "number" }),
  createColumn("reason", "Reason"),
  createIdColumn("Automated report id"),
];

export const TroubledReportList = () => (
  <ConsoleList
    title="Reports in trouble"
    allWell="No report is in trouble. All is well."
    filters={filters}
    sort={{ field: "since", order: "ASC" }}
    primary={(row) => row.title}
    secondary={(row) => describeTrouble(row as ConsoleTroubledReport)}
    columns={columns}
  />
);

export const TroubledReportShow = () => (
  <ConsoleShow title="Report in trouble" name={({ title }) => title}>
    <Automation />
    <ShopField label="Shop" />
    <TextField source="standing" />
    <At source="since" label="Since" />
    <NumberField source="failedTries" label="Failed in a row" />
    <TextField source="reason" emptyText="None" />
    <Run />
    <Related
      lists={[
        { resource: "runs", filter: (automationId) => ({ automationId }), name: "Runs of this report" },
        { resource: "mails", filter: (about) => ({ about }), name: "Alerts of this report" },
      ]}
    />
  </ConsoleShow>
);
