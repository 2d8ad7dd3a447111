import Stack from "@mui/material/Stack";
import { ArrayField, DataTable, ReferenceField, TextField, TextInput } from "react-admin";
import { ActivityLink } from "../activity/activity-link.tsx";
import { InputsLink } from "../as-of/inputs-link.tsx";
import { createColumn, createIdColumn, createInstantColumn, createSortedColumn, shopColumn } from "../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, choiceInput, shopInput, sinceInput } from "../lists/inputs.tsx";
import { joinFacts } from "../lists/join-facts.ts";
import { Related } from "../lists/related.tsx";

const filters = [
  choiceInput("outcome", "Outcome", ["open", "delivered", "empty", "failed"], true),
  <TextInput key="automationId" source="automationId" label="Automated report id" />,
  shopInput,
  sinceInput,
  beforeInput,
];

/** The automated report of a run or of one of its tries. */
const Automation = ({ label }: { label?: string }) => (
  <ReferenceField source="automationId" reference="automations" link="show" emptyText="Deleted" label={label}>
    <TextField source="title" />
  </ReferenceField>
);
const Export = () => (
  <ReferenceField source="exportId" reference="exports" link="show" emptyText="None">
    <TextField source="title" />
  </ReferenceField>
);

const columns = [
  createInstantColumn("claimedAt", "Begun"),
  shopColumn,
  createColumn("automationId", "Automated report", { of: { resource: "automations", name: "title" }, none: "Deleted" }),
  createColumn("cause", "Cause"),
  createSortedColumn("outcome", "Outcome"),
  createColumn("reason", "Reason"),
  createIdColumn("Run id"),
];

export const RunList = () => (
  <ConsoleList
    title="Runs"
    filters={filters}
    sort={{ field: "claimedAt", order: "DESC" }}
    primary={({ outcome }) => (
      <>
        <ReferenceField source="automationId" reference="automations" link={false} emptyText="Deleted">
          <TextField source="title" variant="inherit" />
        </ReferenceField>
        {`: ${outcome}`}
      </>
    )}
    secondary={(row) => joinFacts(row.reason, row.cause, formatInstantText(row.claimedAt))}
    columns={columns}
  />
);

export const RunShow = () => (
  <ConsoleShow title="Run" name={({ slot, cause }) => `of ${formatInstantText(slot)} (${cause})`}>
    <TextField source="id" label="Run id" />
    <ShopField label="Shop" />
    <Automation label="Automated report" />
    <TextField source="cause" />
    <At source="slot" label="Due" />
    <TextField source="outcome" />
    <TextField source="reason" emptyText="None" />
    <At source="claimedAt" label="Begun" />
    <At source="endedAt" label="Ended" />
    <At source="retryAt" label="Tried again" none="Not planned" />
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
      <ActivityLink />
      <InputsLink resource="runs" />
    </Stack>
    <ArrayField source="tries">
      <DataTable bulkActionButtons={false} rowClick={false} sx={{ overflowX: "auto" }}>
        <DataTable.Col source="id" label="Try" disableSort />
        <DataTable.Col source="exportOutcome" label="Report" disableSort />
        <DataTable.Col source="exportId" label="Export" disableSort>
          <Export />
        </DataTable.Col>
        <DataTable.Col source="deliveryOutcome" label="Delivery" disableSort />
        <DataTable.Col source="deliveredAt" label="Ended" disableSort>
          <At source="deliveredAt" />
        </DataTable.Col>
        <DataTable.Col source="reason" disableSort />
      </DataTable>
    </ArrayField>
    <Related lists={[{ resource: "mails", filter: (about) => ({ about }), name: "E-mails of this run" }]} />
  </ConsoleShow>
);
