import { DataTable, TextField } from "react-admin";
import { At, ConsoleList } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { wordInput } from "../lists/inputs.tsx";

const filters = [
  wordInput("state", "State", ["behind", "low", "well"], true),
  wordInput("what", "What", ["read model", "relay", "disk"]),
];

export const MeasureList = () => (
  <ConsoleList
    title="Lags and disks"
    filters={filters}
    sort={{ field: "state", order: "ASC" }}
    primary={(row) => `${row.name}: ${row.state}`}
    secondary={(row) => row.figure}
  >
    <DataTable.Col source="what" />
    <DataTable.Col source="name" />
    <DataTable.Col source="state" />
    <DataTable.Col source="figure" disableSort />
    <DataTable.Col source="since">
      <At source="since" none="" />
    </DataTable.Col>
  </ConsoleList>
);

export const MeasureShow = () => (
  <ConsoleShow title="Lag or disk">
    <TextField source="what" />
    <TextField source="name" />
    <TextField source="state" />
    <TextField source="figure" />
    <At source="since" label="Since" none="All is well" />
  </ConsoleShow>
);
