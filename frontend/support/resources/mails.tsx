import { DataTable, NumberField, TextField, TextInput, useRecordContext } from "react-admin";
import type { ConsoleMail } from "#domain/wire/console-signs.ts";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, shopIdInput, sinceInput, wordInput } from "../lists/inputs.tsx";
import { ThingLink } from "../lists/thing-link.tsx";

const filters = [
  wordInput("outcome", "Outcome", ["sent", "put into the outbox", "waiting", "refused", "failed"], true),
  wordInput("kind", "Kind", ["report", "alert", "message to support"]),
  <TextInput key="about" source="about" label="Id of what it is about" />,
  shopIdInput,
  sinceInput,
  beforeInput,
];

export const MailList = () => (
  <ConsoleList
    title="Mails"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => `${row.kind}, ${row.outcome}`}
    secondary={(row) => at(row.at)}
  >
    <DataTable.Col source="at" label="When">
      <At source="at" />
    </DataTable.Col>
    <DataTable.Col source="kind" />
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.Col source="outcome" />
    <DataTable.NumberCol source="recipients" disableSort />
  </ConsoleList>
);

const abouts = {
  report: { resource: "runs", name: "The run that made it" },
  alert: { resource: "automations", name: "The automated report" },
} as const;

/** Leads to what the mail was about; a message to support is in the mail alone. */
const About = () => {
  const mail = useRecordContext<ConsoleMail>();
  if (mail === undefined || mail.kind === "message to support") return null;
  return <ThingLink {...abouts[mail.kind]} id={mail.about} />;
};

export const MailShow = () => (
  <ConsoleShow title="Mail">
    <TextField source="kind" />
    <ShopOf label="Shop" />
    <At source="at" label="When" />
    <TextField source="outcome" />
    <NumberField source="recipients" label="Number of recipients" />
    <TextField source="about" label="Id of what it is about" />
    <About />
  </ConsoleShow>
);
