import { BooleanField, DataTable, NumberField, TextField } from "react-admin";
import { At, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { shopIdInput, wordInput } from "../lists/inputs.tsx";
import { Related } from "../lists/related.tsx";
import { StoryOf } from "../story/story-of.tsx";
import { AutomationActs } from "./automation-acts.tsx";

const filters = [wordInput("enabled", "Started", ["started", "paused"], true), shopIdInput];

export const AutomationList = () => (
  <ConsoleList
    title="Automated reports"
    filters={filters}
    sort={{ field: "changedAt", order: "DESC" }}
    primary={(row) => row.title}
    secondary={(row) => `${row.enabled ? "Started" : "Paused"}, ${row.frequency}, ${row.destination}`}
  >
    <DataTable.Col source="title" disableSort />
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.Col source="enabled" label="Started" disableSort>
      <BooleanField source="enabled" valueLabelTrue="Started" valueLabelFalse="Paused" />
    </DataTable.Col>
    <DataTable.Col source="frequency" disableSort />
    <DataTable.Col source="destination" disableSort />
    <DataTable.Col source="changedAt" label="Changed">
      <At source="changedAt" />
    </DataTable.Col>
  </ConsoleList>
);

export const AutomationShow = () => (
  <ConsoleShow title="Automated report">
    <TextField source="id" label="Id" />
    <ShopOf label="Shop" />
    <TextField source="title" />
    <BooleanField source="enabled" label="Started" valueLabelTrue="Started" valueLabelFalse="Paused" />
    <TextField source="status" />
    <NumberField source="failedTries" label="Failed tries in a row" />
    <TextField source="failedReason" label="Newest failure" emptyText="None" />
    <TextField source="frequency" />
    <TextField source="destination" />
    <TextField source="format" />
    <At source="createdAt" label="Created" />
    <At source="changedAt" label="Changed" />
    <AutomationActs />
    <StoryOf />
    <Related
      lists={[
        { resource: "runs", filter: (automationId) => ({ automationId }), name: "Its runs" },
        { resource: "mails", filter: (about) => ({ about }), name: "Its alerts" },
      ]}
    />
  </ConsoleShow>
);
