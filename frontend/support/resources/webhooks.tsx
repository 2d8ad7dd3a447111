import { DataTable, TextField, TextInput } from "react-admin";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, shopIdInput, sinceInput, wordInput } from "../lists/inputs.tsx";

const filters = [
  wordInput("outcome", "Outcome", ["handled", "passed over", "failed"], true),
  <TextInput key="topic" source="topic" label="Topic" />,
  shopIdInput,
  sinceInput,
  beforeInput,
];

export const WebhookList = () => (
  <ConsoleList
    title="Webhooks"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => row.topic}
    secondary={(row) => `${row.shop}, ${row.outcome}, ${at(row.at)}`}
  >
    <DataTable.Col source="at" label="Received">
      <At source="at" />
    </DataTable.Col>
    <DataTable.Col source="topic" />
    <DataTable.Col source="shop" />
    <DataTable.Col source="outcome" />
  </ConsoleList>
);

export const WebhookShow = () => (
  <ConsoleShow title="Webhook">
    <TextField source="topic" />
    <TextField source="shop" label="Name of the shop" />
    <ShopOf label="Shop" />
    <At source="at" label="Received" />
    <TextField source="outcome" />
    <TextField source="webhookId" label="The platform's id" />
  </ConsoleShow>
);
