import { DataTable, NumberField, ReferenceField, TextField } from "react-admin";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { shopIdInput, wordInput } from "../lists/inputs.tsx";
import { Related } from "../lists/related.tsx";

const filters = [wordInput("standing", "Standing", ["suspended", "failing"], true), shopIdInput];

const Run = () => (
  <ReferenceField source="runId" reference="runs" link="show" emptyText="None">
    <TextField source="slot" />
  </ReferenceField>
);
const Automation = () => (
  <ReferenceField source="id" reference="automations" link="show" label="Automated report">
    <TextField source="title" />
  </ReferenceField>
);

export const TroubledReportList = () => (
  <ConsoleList
    title="Reports in trouble"
    filters={filters}
    sort={{ field: "since", order: "ASC" }}
    primary={(row) => row.title}
    secondary={(row) => `${row.standing} since ${at(row.since)}`}
  >
    <DataTable.Col source="since">
      <At source="since" />
    </DataTable.Col>
    <DataTable.Col source="standing" />
    <DataTable.Col source="title" />
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.NumberCol source="failedTries" label="Failed in a row" />
    <DataTable.Col source="reason" disableSort />
  </ConsoleList>
);

export const TroubledReportShow = () => (
  <ConsoleShow title="Report in trouble">
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
