import { ArrayField, DataTable, TextField, TextInput } from "react-admin";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, shopIdInput, sinceInput } from "../lists/inputs.tsx";
import { Related } from "../lists/related.tsx";

const filters = [
  <TextInput key="agent" source="agent" label="Agent id" alwaysOn />,
  shopIdInput,
  sinceInput,
  beforeInput,
];

export const ImpersonationList = () => (
  <ConsoleList
    title="Impersonations"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => `${row.agentName}: ${row.reason}`}
    secondary={(row) => `${row.standing}, ${at(row.at)}`}
  >
    <DataTable.Col source="at" label="Asked">
      <At source="at" />
    </DataTable.Col>
    <DataTable.Col source="agentName" label="Who" disableSort />
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.Col source="reason" disableSort />
    <DataTable.Col source="standing" disableSort />
  </ConsoleList>
);

export const ImpersonationShow = () => (
  <ConsoleShow title="Impersonation">
    <TextField source="id" label="Id" />
    <TextField source="agentName" label="Who" />
    <TextField source="agent" label="Agent id" />
    <ShopOf label="Shop" />
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
          filter: (_id, { tenant, agent }) => ({ what: "asked to look as the merchant", tenant, agent }),
          name: "Audit log",
        },
      ]}
    />
  </ConsoleShow>
);
