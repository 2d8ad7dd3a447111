import { NumberField, TextField, TextInput, useRecordContext } from "react-admin";
import type { ConsoleMail } from "#domain/wire/console-signs.ts";
import { column, idColumn, instant, shopColumn, sorted } from "../lists/columns.ts";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, shopInput, sinceInput, wordInput } from "../lists/inputs.tsx";
import { ThingLink } from "../lists/thing-link.tsx";

const filters = [
  wordInput("outcome", "Outcome", ["sent", "put into the outbox", "waiting", "refused", "failed"], true),
  wordInput("kind", "Kind", ["report", "alert", "message to support"]),
  <TextInput key="about" source="about" label="Id of what it is about" />,
  shopInput,
  sinceInput,
  beforeInput,
];

const columns = [
  instant("at", "When"),
  sorted("kind", "Kind"),
  shopColumn,
  sorted("outcome", "Outcome"),
  column("recipients", "Recipients", { as: "number" }),
  idColumn("Mail id"),
  idColumn("Id of what it is about", "about"),
];

export const MailList = () => (
  <ConsoleList
    title="Mails"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => `${row.kind}, ${row.outcome}`}
    secondary={(row) => at(row.at)}
    columns={columns}
  />
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
  <ConsoleShow title="Mail" name={({ kind }) => `(${kind})`}>
    <TextField source="kind" />
    <ShopOf label="Shop" />
    <At source="at" label="When" />
    <TextField source="outcome" />
    <NumberField source="recipients" label="Number of recipients" />
    <TextField source="about" label="Id of what it is about" />
    <About />
  </ConsoleShow>
);
