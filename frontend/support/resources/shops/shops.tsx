import { FunctionField, TextField, TextInput } from "react-admin";
import { describeQuotas } from "#domain/tiers/quota-text.ts";
import type { ConsoleShop, ConsoleShopDetails } from "#domain/wire/support/console.ts";
import { createColumn, createIdColumn, createSortedColumn } from "../../lists/columns.ts";
import { ConsoleList } from "../../lists/console-list.tsx";
import { ConsoleShow } from "../../lists/console-show.tsx";
import { choiceInput } from "../../lists/inputs.tsx";
import { Related } from "../../lists/related.tsx";
import { ShopPages } from "../../lists/shop-pages.tsx";
import { OrderExports } from "../../search/order-exports.tsx";
import { Impersonate } from "../impersonate.tsx";
import { ShopActs } from "./shop-acts.tsx";
import { chargeNow, logInText } from "./shop-texts.ts";

const filters = [
  <TextInput key="q" source="q" label="Shop begins with" alwaysOn />,
  <TextInput key="name" source="name" label="Name begins with" />,
  choiceInput("tier", "Tier", ["Starter", "Growth", "Unlimited", "none"]),
  choiceInput("charge", "Charge", ["none", "pending", "active"]),
  choiceInput("state", "State", ["connected", "not connected"]),
];

const gateNames = { tier: "Tier", charge: "Charge", terms: "Terms", none: "None" } as const;
const gateName = ({ gate }: ConsoleShop): string => gateNames[gate];

const columns = [
  createSortedColumn("shop", "Shop"),
  createSortedColumn("name", "Name"),
  createSortedColumn("state", "State"),
  createSortedColumn("tier", "Tier"),
  createSortedColumn("charge", "Charge"),
  createColumn("gate", "Next gate", { text: (row) => gateName(row as ConsoleShop) }),
  createColumn("zone", "Time zone"),
  createIdColumn("Shop id"),
];

export const ShopList = () => (
  <ConsoleList
    title="Shops"
    filters={filters}
    sort={{ field: "shop", order: "ASC" }}
    primary={(row) => row.shop}
    secondary={(row) => `${row.tier ?? "No tier"}, ${row.state}`}
    columns={columns}
  />
);

const quotas = ({ quotas: most }: ConsoleShop): string => describeQuotas(most);
/** The page first shows a list's row, which lacks counts. */
const health = ({ health: counts }: Partial<ConsoleShopDetails>): string =>
  counts === undefined
    ? ""
    : `${counts.failedExports} failed exports, ${counts.failedRuns} failed runs, ${counts.exportsInProgress} exports in progress`;

const toShopFilter = (tenant: string) => ({ tenant });

export const ShopShow = () => (
  <ConsoleShow title="Shop" name={({ shop }) => shop}>
    <FunctionField<ConsoleShop> label="Pages" render={({ id }) => <ShopPages id={id} here="show" />} />
    <TextField source="shop" />
    <TextField source="name" />
    <TextField source="id" label="Shop id" />
    <TextField source="state" />
    <TextField source="tier" emptyText="None yet" />
    <FunctionField<ConsoleShop> label="Next gate" render={gateName} />
    <FunctionField<ConsoleShopDetails> label="Next login" render={logInText} />
    <FunctionField<ConsoleShopDetails> label="Charge" render={chargeNow} />
    <FunctionField<ConsoleShop> label="Quotas" render={quotas} />
    <FunctionField<ConsoleShop> label="Flags" render={({ flags }) => flags.join(", ") || "None"} />
    <TextField source="zone" label="Time zone" />
    <FunctionField<ConsoleShopDetails> label="Health" render={health} />
    <Impersonate />
    <ShopActs />
    <FunctionField<ConsoleShop> label="Exports containing an order" render={({ id }) => <OrderExports shop={id} />} />
    <Related
      lists={[
        { resource: "exports", filter: toShopFilter, name: "Exports" },
        { resource: "automations", filter: toShopFilter, name: "Automated reports" },
        { resource: "runs", filter: toShopFilter, name: "Runs" },
        { resource: "troubled-reports", filter: toShopFilter, name: "Reports in trouble" },
        { resource: "open-jobs", filter: toShopFilter, name: "Open jobs" },
        { resource: "dead-jobs", filter: toShopFilter, name: "Dead jobs" },
        { resource: "mails", filter: toShopFilter, name: "E-mails" },
        { resource: "webhooks", filter: toShopFilter, name: "Webhooks" },
        { resource: "impersonations", filter: toShopFilter, name: "Impersonations" },
        { resource: "console-acts", filter: toShopFilter, name: "Support activity" },
      ]}
    />
  </ConsoleShow>
);
