import { TextField } from "react-admin";
import { createColumn, createInstantColumn, createSortedColumn } from "../lists/columns.ts";
import { At, ConsoleList } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { choiceInput } from "../lists/inputs.tsx";

const filters = [
  choiceInput("state", "State", ["behind", "low", "well"], true),
  choiceInput("what", "What", ["read model", "relay", "disk"]),
];

const columns = [
  createSortedColumn("what", "What"),
  createSortedColumn("name", "Name"),
  createSortedColumn("state", "State"),
  createColumn("figure", "Figure"),
  createInstantColumn("since", "Since", ""),
];

export const MeasureList = () => (
  <ConsoleList
    title="Lags and disks"
    filters={filters}
    sort={{ field: "state", order: "ASC" }}
    primary={(row) => `${row.name}: ${row.state}`}
    secondary={(row) => row.figure}
    columns={columns}
  />
);

export const MeasureShow = () => (
  <ConsoleShow title="Lag or disk" name={({ name }) => name}>
    <TextField source="what" />
    <TextField source="name" />
    <TextField source="state" />
    <TextField source="figure" />
    <At source="since" label="Since" none="All is well" />
  </ConsoleShow>
);
