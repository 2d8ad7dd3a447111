import { NumberField, TextField, TextInput } from "react-admin";
import {
  createColumn,
  createIdColumn,
  createInstantColumn,
  createSortedColumn,
  shopColumn,
} from "../../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../../lists/console-list.tsx";
import { ConsoleShow } from "../../lists/console-show.tsx";
import { shopInput } from "../../lists/inputs.tsx";
import { JobActs } from "./job-acts.tsx";
import { JobItem } from "./job-item.tsx";

const filters = [<TextInput key="kind" source="kind" label="Kind" />, shopInput];

const columns = [
  createInstantColumn("diedAt", "Given up"),
  createSortedColumn("kind", "Kind"),
  shopColumn,
  createSortedColumn("attempts", "Attempts", { as: "number" }),
  createColumn("reason", "Reason"),
  createIdColumn("Job id"),
];

export const DeadJobList = () => (
  <ConsoleList
    title="Dead jobs"
    filters={filters}
    sort={{ field: "diedAt", order: "DESC" }}
    primary={(row) => row.kind}
    secondary={(row) => `${row.reason} (${formatInstantText(row.diedAt)})`}
    allWell="No job was given up. All is well."
    columns={columns}
  />
);

export const DeadJobShow = () => (
  <ConsoleShow title="Dead job" name={({ kind }) => kind}>
    <TextField source="id" label="Job id" />
    <TextField source="kind" />
    <ShopField label="Shop" />
    <NumberField source="attempts" />
    <At source="diedAt" label="Given up" />
    <TextField source="reason" />
    <JobItem />
    <JobActs />
  </ConsoleShow>
);
