import { FunctionField, TextField, TextInput, useRecordContext } from "react-admin";
import type { ConsoleMail } from "#domain/wire/support/console-alerts.ts";
import { Acts } from "../acts/acts.tsx";
import { actOnJob } from "../calls.ts";
import { createColumn, createIdColumn, createInstantColumn, createSortedColumn, shopColumn } from "../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, choiceInput, shopInput, sinceInput } from "../lists/inputs.tsx";
import { ItemLink } from "../lists/item-link.tsx";
import { countMailRecipients, describeMailReason, nameMail } from "./row-texts.ts";

const outcomes = [
  "sent",
  "partly sent",
  "put into the outbox",
  "waiting",
  "waiting for our mail server",
  "refused",
  "stuck",
  "may have arrived",
  "failed",
];

const filters = [
  choiceInput("outcome", "Outcome", outcomes, true),
  choiceInput("kind", "Kind", ["report", "sample", "alert", "message to support"]),
  <TextInput key="about" source="about" label="Subject id" />,
  shopInput,
  sinceInput,
  beforeInput,
];

const columns = [
  createInstantColumn("at", "Last change"),
  createSortedColumn("kind", "Kind"),
  createColumn("title", "Automated report", { none: "None" }),
  shopColumn,
  createSortedColumn("outcome", "Outcome"),
  createColumn("reason", "Reason", { text: (row) => describeMailReason(row as ConsoleMail) }),
  createColumn("recipients", "Recipients", { text: (row) => countMailRecipients(row as ConsoleMail) }),
  createIdColumn("E-mail id"),
  createIdColumn("Subject id", "about"),
];

export const MailList = () => (
  <ConsoleList
    title="E-mails"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => `${nameMail(row as ConsoleMail)}, ${row.outcome}`}
    secondary={(row) => [formatInstantText(row.at), describeMailReason(row as ConsoleMail)].filter(Boolean).join(" · ")}
    columns={columns}
  />
);

const abouts = {
  report: { resource: "runs", name: "Open the run that made it" },
  sample: { resource: "automations", name: "Open the automated report" },
  alert: { resource: "automations", name: "Open the automated report" },
} as const;

/** Links to what the e-mail is about. A message to support is only in the e-mail. */
const About = () => {
  const mail = useRecordContext<ConsoleMail>();
  if (mail === undefined || mail.kind === "message to support") return null;
  return <ItemLink {...abouts[mail.kind]} id={mail.about} />;
};

/** Links to a stuck e-mail's job, where it can be dropped. */
const StuckJob = () => {
  const mail = useRecordContext<ConsoleMail>();
  return mail?.outcome === "stuck" ? <ItemLink resource="dead-jobs" id={mail.id} name="Open its job" /> : null;
};

/** Retries a stuck e-mail, for agents and admins. */
const StuckAct = () => {
  const mail = useRecordContext<ConsoleMail>();
  if (mail?.outcome !== "stuck") return null;
  return (
    <Acts
      acts={[
        {
          name: "Try again",
          title: "Try to send the e-mail again?",
          needs: "agent",
          text: "Sheaf tries to send the e-mail for five more days. If the mail server still doesn't take it then, it is stuck again.",
          undo: "You can't undo this.",
          successMessage: "Sheaf is trying to send the e-mail again.",
          send: ({ reason }) => actOnJob(mail.id, "try-again", reason),
        },
      ]}
    />
  );
};

export const MailShow = () => (
  <ConsoleShow title="E-mail" name={(mail) => `(${nameMail(mail as ConsoleMail)})`}>
    <TextField source="kind" />
    <TextField source="title" label="Automated report" emptyText="None" />
    <ShopField label="Shop" />
    <At source="at" label="Last change" />
    <TextField source="outcome" />
    <At source="since" label="Not taken since" none="Taken, or failed" />
    <FunctionField<ConsoleMail> label="Reason" render={(mail) => describeMailReason(mail) ?? "None"} />
    <FunctionField<ConsoleMail> label="Number of recipients" render={countMailRecipients} />
    <TextField source="about" label="Subject id" />
    <About />
    <StuckJob />
    <StuckAct />
  </ConsoleShow>
);
