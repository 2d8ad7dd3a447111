import { TextField, TextInput } from "react-admin";
import { idColumn, instant, sorted } from "../lists/columns.ts";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, shopInput, sinceInput, wordInput } from "../lists/inputs.tsx";

const filters = [
  wordInput("outcome", "Outcome", ["handled", "passed over", "failed"], true),
  <TextInput key="topic" source="topic" label="Topic" />,
  shopInput,
  sinceInput,
  beforeInput,
];

const columns = [
  instant("at", "Received"),
  sorted("topic", "Topic"),
  sorted("shop", "Shop"),
  sorted("outcome", "Outcome"),
  idColumn("Shop id", "tenant"),
  idColumn("The platform's id", "webhookId"),
];

export const WebhookList = () => (
  <ConsoleList
    title="Webhooks"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => row.topic}
    secondary={(row) => `${row.shop}, ${row.outcome}, ${at(row.at)}`}
    columns={columns}
  />
);

export const WebhookShow = () => (
  <ConsoleShow title="Webhook" name={({ topic }) => topic}>
    <TextField source="topic" />
    <TextField source="shop" label="Name of the shop" />
    <ShopOf label="Shop" />
    <At source="at" label="Received" />
    <TextField source="outcome" />
    <TextField source="webhookId" label="The platform's id" />
  </ConsoleShow>
);
