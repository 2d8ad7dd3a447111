import { TextField } from "react-admin";
import { column, instant, shopColumn } from "../../lists/columns.ts";
import { At, at, ConsoleList, ShopOf } from "../../lists/console-list.tsx";
import { ConsoleShow } from "../../lists/console-show.tsx";

const columns = [shopColumn, instant("since", "Since"), instant("lastAt", "Last time"), column("reason", "Reason")];

export const ThrottledShopList = () => (
  <ConsoleList
    title="Throttled shops"
    filters={[]}
    sort={{ field: "since", order: "ASC" }}
    primary={(row) => row.shop}
    secondary={(row) => `Since ${at(row.since)}`}
    columns={columns}
  />
);

export const ThrottledShopShow = () => (
  <ConsoleShow title="Throttled shop" name={({ shop }) => shop}>
    <ShopOf label="Shop" />
    <At source="since" label="Since" />
    <At source="lastAt" label="Last time" />
    <TextField source="reason" />
  </ConsoleShow>
);
