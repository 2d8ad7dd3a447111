import { ArrayField, DataTable, TextField } from "react-admin";
import { createColumn, createIdColumn, createInstantColumn, shopColumn } from "../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { agentInput, beforeInput, shopInput, sinceInput } from "../lists/inputs.tsx";
import { Related } from "../lists/related.tsx";

const filters = [agentInput(true), shopInput, sinceInput, beforeInput];

const columns = [
  createInstantColumn("at", "Asked"),
  createColumn("agentName", "Who"),
  shopColumn,
  createColumn("reason", "Reason"),
  createColumn("standing", "Standing"),
  createIdColumn("Impersonation id"),
  createIdColumn("Agent id", "agent"),
];

export const ImpersonationList = () => (
  <ConsoleList
    title="Impersonations"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => `${row.agentName}: ${row.reason}`}
    secondary={(row) => `${row.standing}, ${formatInstantText(row.at)}`}
    columns={columns}
  />
);

export const ImpersonationShow = () => (
  <ConsoleShow title="Impersonation" name={({ agentName }) => `by ${agentName}`}>
    <TextField source="id" label="Id" />
    <TextField source="agentName" label="Who" />
    <TextField source="agent" label="Agent id" />
    <ShopField label="Shop" />
    <TextField source="reason" />
    <TextField source="standing" />
    <At source="at" label="Asked" />
    <At source="begunAt" label="Begun" />
    <At source="endedAt" label="Ended" />
    <TextField source="endedBy" label="Ended by" emptyText="Nobody yet" />
    <ArrayField source="changes" label="What was changed">
      <DataTable
        bulkActionButtons={false}
        rowClick={false}
        empty={<TextField source="changes.0.what" emptyText="Nothing" />}
      >
        <DataTable.Col source="at" label="When" disableSort>
          <At source="at" />
        </DataTable.Col>
        <DataTable.Col source="what" disableSort />
      </DataTable>
    </ArrayField>
    <Related
      lists={[
        {
          resource: "console-acts",
          filter: (_id, { tenant, agent }) => ({ tenant, agent }),
          name: "Audit log",
        },
      ]}
    />
  </ConsoleShow>
);
