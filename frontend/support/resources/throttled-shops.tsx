import { DataTable, TextField } from "react-admin";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";

export const ThrottledShopList = () => (
  <ConsoleList
    title="Throttled shops"
    filters={[]}
    sort={{ field: "since", order: "ASC" }}
    primary={(row) => row.shop}
    secondary={(row) => `Since ${at(row.since)}`}
  >
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.Col source="since">
      <At source="since" />
    </DataTable.Col>
    <DataTable.Col source="lastAt" label="Last time">
      <At source="lastAt" />
    </DataTable.Col>
    <DataTable.Col source="reason" disableSort />
  </ConsoleList>
);

export const ThrottledShopShow = () => (
  <ConsoleShow title="Throttled shop">
    <ShopOf label="Shop" />
    <At source="since" label="Since" />
    <At source="lastAt" label="Last time" />
    <TextField source="reason" />
  </ConsoleShow>
);
