import { TextField } from "react-admin";
import { createColumn, createInstantColumn, shopColumn } from "../../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../../lists/console-list.tsx";
import { ConsoleShow } from "../../lists/console-show.tsx";
import { joinFacts } from "../../lists/join-facts.ts";

const columns = [
  shopColumn,
  createInstantColumn("since", "Since"),
  createInstantColumn("lastAt", "Last time"),
  createColumn("reason", "Reason"),
];

export const ThrottledShopList = () => (
  <ConsoleList
    title="Throttled shops"
    filters={[]}
    sort={{ field: "since", order: "ASC" }}
    primary={(row) => row.shop}
    secondary={(row) => joinFacts(row.reason, `since ${formatInstantText(row.since)}`)}
    allWell="The store platform throttles no shop. All is well."
    columns={columns}
  />
);

export const ThrottledShopShow = () => (
  <ConsoleShow title="Throttled shop" name={({ shop }) => shop}>
    <ShopField label="Shop" />
    <At source="since" label="Since" />
    <At source="lastAt" label="Last time" />
    <TextField source="reason" />
  </ConsoleShow>
);
