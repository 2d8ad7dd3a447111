import { TextField, TextInput } from "react-admin";
import { createIdColumn, createInstantColumn, createSortedColumn } from "../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, choiceInput, shopInput, sinceInput } from "../lists/inputs.tsx";

const filters = [
  choiceInput("outcome", "Outcome", ["handled", "passed over", "failed"], true),
  <TextInput key="topic" source="topic" label="Topic" />,
  shopInput,
  sinceInput,
  beforeInput,
];

const columns = [
  createInstantColumn("at", "Received"),
  createSortedColumn("topic", "Topic"),
  createSortedColumn("shop", "Shop"),
  createSortedColumn("outcome", "Outcome"),
  createIdColumn("Shop id", "tenant"),
  createIdColumn("The platform's id", "webhookId"),
];

export const WebhookList = () => (
  <ConsoleList
    title="Webhooks"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => row.topic}
    secondary={(row) => `${row.shop}, ${row.outcome}, ${formatInstantText(row.at)}`}
    columns={columns}
  />
);

export const WebhookShow = () => (
  <ConsoleShow title="Webhook" name={({ topic }) => topic}>
    <TextField source="topic" />
    <TextField source="shop" label="Name of the shop" />
    <ShopField label="Shop" />
    <At source="at" label="Received" />
    <TextField source="outcome" />
    <TextField source="webhookId" label="The platform's id" />
  </ConsoleShow>
);
