import { DataTable, NumberField, TextField, TextInput } from "react-admin";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { shopIdInput } from "../lists/inputs.tsx";
import { JobActs } from "./job-acts.tsx";
import { JobThing } from "./job-thing.tsx";

const filters = [<TextInput key="kind" source="kind" label="Kind" />, shopIdInput];

export const DeadJobList = () => (
  <ConsoleList
    title="Dead jobs"
    filters={filters}
    sort={{ field: "diedAt", order: "DESC" }}
    primary={(row) => row.kind}
    secondary={(row) => `${row.reason} (${at(row.diedAt)})`}
  >
    <DataTable.Col source="diedAt" label="Given up">
      <At source="diedAt" />
    </DataTable.Col>
    <DataTable.Col source="kind" />
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.NumberCol source="attempts" />
    <DataTable.Col source="reason" disableSort />
  </ConsoleList>
);

export const DeadJobShow = () => (
  <ConsoleShow title="Dead job">
    <TextField source="id" label="Job id" />
    <TextField source="kind" />
    <ShopOf label="Shop" />
    <NumberField source="attempts" />
    <At source="diedAt" label="Given up" />
    <TextField source="reason" />
    <JobThing />
    <JobActs />
  </ConsoleShow>
);
