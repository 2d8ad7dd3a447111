import { DataTable, NumberField, TextField } from "react-admin";
import { MadeOfLink } from "../as-of/made-of-link.tsx";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, shopIdInput, sinceInput, wordInput } from "../lists/inputs.tsx";
import { StoryOf } from "../story/story-of.tsx";
import { AskedAgain, ExportActs } from "./export-acts.tsx";

const filters = [
  wordInput("status", "Status", ["waiting", "working", "finished", "failed", "canceling", "canceled"], true),
  wordInput("trigger", "Made by", ["manual", "automated"]),
  shopIdInput,
  sinceInput,
  beforeInput,
];

export const ExportList = () => (
  <ConsoleList
    title="Exports"
    filters={filters}
    sort={{ field: "createdAt", order: "DESC" }}
    primary={(row) => row.title}
    secondary={(row) => `${row.status}, ${at(row.createdAt)}`}
  >
    <DataTable.Col source="createdAt" label="Requested">
      <At source="createdAt" />
    </DataTable.Col>
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.Col source="title" disableSort />
    <DataTable.Col source="format" disableSort />
    <DataTable.Col source="trigger" label="Made by" disableSort />
    <DataTable.Col source="status" />
    <DataTable.NumberCol source="orders" disableSort />
  </ConsoleList>
);

export const ExportShow = () => (
  <ConsoleShow title="Export">
    <TextField source="id" label="Export id" />
    <ShopOf label="Shop" />
    <TextField source="title" />
    <TextField source="format" />
    <TextField source="trigger" label="Made by" />
    <TextField source="status" />
    <NumberField source="attempt" />
    <At source="createdAt" label="Requested" />
    <At source="endedAt" label="Ended" />
    <TextField source="failedCode" label="Failed because" emptyText="It has not failed" />
    <TextField source="failedReason" label="Said to the merchant" emptyText="Nothing" />
    <NumberField source="orders" emptyText="Not known yet" />
    <NumberField source="rows" emptyText="Not known yet" />
    <NumberField source="bytes" emptyText="Not known yet" />
    <TextField source="file" />
    <At source="expiresAt" label="Removed on" />
    <ExportActs />
    <AskedAgain />
    <StoryOf />
    <MadeOfLink resource="exports" />
  </ConsoleShow>
);
