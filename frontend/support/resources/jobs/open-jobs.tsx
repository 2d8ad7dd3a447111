import { NumberField, TextField, TextInput } from "react-admin";
import { createColumn, createIdColumn, createInstantColumn, shopColumn } from "../../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../../lists/console-list.tsx";
import { ConsoleShow } from "../../lists/console-show.tsx";
import { beforeInput, choiceInput, shopInput, sinceInput } from "../../lists/inputs.tsx";
import { JobItem } from "./job-item.tsx";

const filters = [
  choiceInput("state", "State", ["waiting", "overdue", "running", "pausing", "later"], true),
  <TextInput key="kind" source="kind" label="Kind" />,
  shopInput,
  sinceInput,
  beforeInput,
];

const columns = [
  createInstantColumn("dueAt", "Due"),
  createColumn("kind", "Kind"),
  createColumn("state", "State"),
  shopColumn,
  createColumn("attempts", "Attempts", { as: "number" }),
  createIdColumn("Job id"),
];

export const OpenJobList = () => (
  <ConsoleList
    title="Open jobs"
    filters={filters}
    sort={{ field: "dueAt", order: "ASC" }}
    primary={(row) => `${row.kind}, ${row.state}`}
    secondary={(row) => `Due ${formatInstantText(row.dueAt)}`}
    columns={columns}
  />
);

export const OpenJobShow = () => (
  <ConsoleShow title="Open job" name={({ kind }) => kind}>
    <TextField source="id" label="Job id" />
    <TextField source="kind" />
    <TextField source="lane" />
    <ShopField label="Shop" />
    <TextField source="state" />
    <At source="dueAt" label="Due" />
    <At source="enqueuedAt" label="Asked" />
    <At source="until" label="Held until" none="Nobody has it" />
    <NumberField source="attempts" />
    <JobItem />
  </ConsoleShow>
);
