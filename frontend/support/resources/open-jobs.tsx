import { DataTable, NumberField, TextField, TextInput } from "react-admin";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, shopIdInput, sinceInput, wordInput } from "../lists/inputs.tsx";
import { JobThing } from "./job-thing.tsx";

const filters = [
  wordInput("state", "State", ["waiting", "overdue", "running", "pausing", "later"], true),
  <TextInput key="kind" source="kind" label="Kind" />,
  shopIdInput,
  sinceInput,
  beforeInput,
];

export const OpenJobList = () => (
  <ConsoleList
    title="Open jobs"
    filters={filters}
    sort={{ field: "dueAt", order: "ASC" }}
    primary={(row) => `${row.kind}, ${row.state}`}
    secondary={(row) => `Due ${at(row.dueAt)}`}
  >
    <DataTable.Col source="dueAt" label="Due">
      <At source="dueAt" />
    </DataTable.Col>
    <DataTable.Col source="kind" disableSort />
    <DataTable.Col source="state" disableSort />
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.NumberCol source="attempts" disableSort />
  </ConsoleList>
);

export const OpenJobShow = () => (
  <ConsoleShow title="Open job">
    <TextField source="id" label="Job id" />
    <TextField source="kind" />
    <TextField source="lane" />
    <ShopOf label="Shop" />
    <TextField source="state" />
    <At source="dueAt" label="Due" />
    <At source="enqueuedAt" label="Asked" />
    <At source="until" label="Held until" none="Nobody has it" />
    <NumberField source="attempts" />
    <JobThing />
  </ConsoleShow>
);
