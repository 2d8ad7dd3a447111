import { NumberField, ReferenceField, TextField } from "react-admin";
import { column, idColumn, instant, shopColumn, sorted } from "../lists/columns.ts";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { shopInput, wordInput } from "../lists/inputs.tsx";
import { Related } from "../lists/related.tsx";

const filters = [wordInput("standing", "Standing", ["suspended", "failing"], true), shopInput];

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
  instant("since", "Since"),
  sorted("standing", "Standing"),
  sorted("title", "Title"),
  shopColumn,
  sorted("failedTries", "Failed in a row", { as: "number" }),
  column("reason", "Reason"),
  idColumn("Automated report id"),
];

export const TroubledReportList = () => (
  <ConsoleList
    title="Reports in trouble"
    filters={filters}
    sort={{ field: "since", order: "ASC" }}
    primary={(row) => row.title}
    secondary={(row) => `${row.standing} since ${at(row.since)}`}
    columns={columns}
  />
);

export const TroubledReportShow = () => (
  <ConsoleShow title="Report in trouble" name={({ title }) => title}>
    <Automation />
    <ShopOf label="Shop" />
    <TextField source="standing" />
    <At source="since" label="Since" />
    <NumberField source="failedTries" label="Failed in a row" />
    <TextField source="reason" emptyText="None" />
    <Run />
    <Related
      lists={[
        { resource: "runs", filter: (automationId) => ({ automationId }), name: "Its runs" },
        { resource: "mails", filter: (about) => ({ about }), name: "Its alerts" },
      ]}
    />
  </ConsoleShow>
);
