import { BooleanField, DataTable, NumberField, TextField, TextInput, useRecordContext } from "react-admin";
import type { ConsoleParked } from "#domain/wire/console-signs.ts";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { ThingLink } from "../lists/thing-link.tsx";
import { ParkedAct } from "./parked-act.tsx";

const filters = [<TextInput key="readModel" source="readModel" label="Read model" alwaysOn />];

export const ParkedList = () => (
  <ConsoleList
    title="Parked documents"
    filters={filters}
    sort={{ field: "at", order: "ASC" }}
    primary={(row) => `${row.readModel}: ${row.reason}`}
    secondary={(row) => at(row.at)}
  >
    <DataTable.Col source="at" label="Since">
      <At source="at" />
    </DataTable.Col>
    <DataTable.Col source="readModel" label="Read model" />
    <DataTable.Col source="documentId" label="Document" disableSort />
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.Col source="eventType" label="Event" />
    <DataTable.Col source="reason" disableSort />
  </ConsoleList>
);

/** Read models whose documents have a page of their own. */
const withPages = ["exports", "automations", "runs", "shops", "console-acts"];

const Document = () => {
  const parked = useRecordContext<ConsoleParked>();
  if (parked === undefined || !withPages.includes(parked.readModel) || parked.documentId.startsWith("stream:"))
    return null;
  return <ThingLink resource={parked.readModel} id={parked.documentId} name="The document as it is shown" />;
};

export const ParkedShow = () => (
  <ConsoleShow title="Parked document">
    <TextField source="readModel" label="Read model" />
    <NumberField source="version" label="Version of the read model" />
    <BooleanField source="shown" label="Shown to merchants" valueLabelTrue="Shown" valueLabelFalse="Being built" />
    <TextField source="documentId" label="Document" />
    <ShopOf label="Shop" />
    <TextField source="eventType" label="Event that could not be projected" />
    <TextField source="eventId" label="Event id" />
    <TextField source="stream" />
    <At source="at" label="Since" />
    <TextField source="reason" />
    <Document />
    <ParkedAct />
  </ConsoleShow>
);
