import Alert from "@mui/material/Alert";
import { BooleanField, NumberField, TextField, TextInput, useRecordContext } from "react-admin";
import type { ConsoleParked } from "#domain/wire/support/console-alerts.ts";
import {
  createColumn,
  createIdColumn,
  createInstantColumn,
  createSortedColumn,
  shopColumn,
} from "../../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../../lists/console-list.tsx";
import { ConsoleShow } from "../../lists/console-show.tsx";
import { ItemLink } from "../../lists/item-link.tsx";
import { joinFacts } from "../../lists/join-facts.ts";

const filters = [<TextInput key="readModel" source="readModel" label="Read model" alwaysOn />];

const columns = [
  createInstantColumn("at", "Since"),
  createSortedColumn("readModel", "Read model"),
  createColumn("documentId", "Document"),
  shopColumn,
  createSortedColumn("eventType", "Event"),
  createColumn("reason", "Reason"),
  createIdColumn("Event id", "eventId"),
];

export const ParkedList = () => (
  <ConsoleList
    title="Parked documents"
    filters={filters}
    sort={{ field: "at", order: "ASC" }}
    primary={(row) => `${row.readModel}: ${row.documentId}`}
    secondary={(row) => joinFacts(row.reason, `since ${formatInstantText(row.at)}`)}
    allWell="No document is parked. All is well."
    columns={columns}
  />
);

/** Read models whose documents have pages. */
const withPages = ["exports", "automations", "runs", "shops", "console-acts"];

const Document = () => {
  const parked = useRecordContext<ConsoleParked>();
  if (parked === undefined || !withPages.includes(parked.readModel) || parked.documentId.startsWith("stream:"))
    return null;
  return <ItemLink resource={parked.readModel} id={parked.documentId} name="Open the document" />;
};

export const ParkedShow = () => (
  <ConsoleShow title="Parked document" name={({ readModel }) => `of ${readModel}`}>
    <TextField source="readModel" label="Read model" />
    <NumberField source="version" label="Version of the read model" />
    <BooleanField source="shown" label="Shown to merchants" valueLabelTrue="Shown" valueLabelFalse="Being built" />
    <TextField source="documentId" label="Document" />
    <ShopField label="Shop" />
    <TextField source="eventType" label="Event that could not be projected" />
    <TextField source="eventId" label="Event id" />
    <TextField source="stream" />
    <At source="at" label="Since" />
    <TextField source="reason" />
    <Document />
    <Alert severity="info">Update Sheaf. A version that can read this event rebuilds the read model.</Alert>
  </ConsoleShow>
);
