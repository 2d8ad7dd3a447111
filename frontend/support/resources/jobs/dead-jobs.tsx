import { NumberField, TextField, TextInput } from "react-admin";
import { column, idColumn, instant, shopColumn, sorted } from "../../lists/columns.ts";
import { At, at, ConsoleList, ShopOf } from "../../lists/console-list.tsx";
import { ConsoleShow } from "../../lists/console-show.tsx";
import { shopInput } from "../../lists/inputs.tsx";
import { JobActs } from "./job-acts.tsx";
import { JobItem } from "./job-item.tsx";

const filters = [<TextInput key="kind" source="kind" label="Kind" />, shopInput];

const columns = [
  instant("diedAt", "Given up"),
  sorted("kind", "Kind"),
  shopColumn,
  sorted("attempts", "Attempts", { as: "number" }),
  column("reason", "Reason"),
  idColumn("Job id"),
];

export const DeadJobList = () => (
  <ConsoleList
    title="Dead jobs"
    filters={filters}
    sort={{ field: "diedAt", order: "DESC" }}
    primary={(row) => row.kind}
    secondary={(row) => `${row.reason} (${at(row.diedAt)})`}
    columns={columns}
  />
);

export const DeadJobShow = () => (
  <ConsoleShow title="Dead job" name={({ kind }) => kind}>
    <TextField source="id" label="Job id" />
    <TextField source="kind" />
    <ShopOf label="Shop" />
    <NumberField source="attempts" />
    <At source="diedAt" label="Given up" />
    <TextField source="reason" />
    <JobItem />
    <JobActs />
  </ConsoleShow>
);
