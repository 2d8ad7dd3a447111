import { DataTable, TextField, TextInput, useRecordContext } from "react-admin";
import { consoleActWords } from "#domain/console/events.ts";
import type { ConsoleAct } from "#domain/wire/console.ts";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { beforeInput, shopIdInput, sinceInput, wordInput } from "../lists/inputs.tsx";
import { ThingLink } from "../lists/thing-link.tsx";
import { thingOfAct } from "./linked-things.ts";

const filters = [
  wordInput("what", "What", consoleActWords, true),
  <TextInput key="agent" source="agent" label="Agent id" />,
  shopIdInput,
  sinceInput,
  beforeInput,
];

export const ActList = () => (
  <ConsoleList
    title="Audit log"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => `${row.agentName} ${row.what}`}
    secondary={(row) => at(row.at)}
  >
    <DataTable.Col source="at" label="When">
      <At source="at" />
    </DataTable.Col>
    <DataTable.Col source="agentName" label="Who" disableSort />
    <DataTable.Col source="what" />
    <DataTable.Col source="tenant" label="Shop" disableSort>
      <ShopOf />
    </DataTable.Col>
    <DataTable.Col source="about" disableSort />
    <DataTable.Col source="change" disableSort />
    <DataTable.Col source="reason" disableSort />
  </ConsoleList>
);

/** Leads to what the act was about, where that has a page. */
const About = () => {
  const act = useRecordContext<ConsoleAct>();
  const thing = act && thingOfAct(act);
  return thing ? <ThingLink {...thing} /> : null;
};

export const ActShow = () => (
  <ConsoleShow title="Act">
    <At source="at" label="When" />
    <TextField source="agentName" label="Who" />
    <TextField source="agent" label="Agent id" />
    <TextField source="what" />
    <ShopOf label="Shop" />
    <TextField source="about" emptyText="Nothing" />
    <TextField source="change" emptyText="Nothing" />
    <TextField source="reason" emptyText="None given" />
    <About />
  </ConsoleShow>
);
