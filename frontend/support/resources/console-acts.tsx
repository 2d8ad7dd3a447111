import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { FunctionField, type RaRecord, TextField, useRecordContext } from "react-admin";
import { consoleActLabels } from "#domain/console/events.ts";
import type { ConsoleAct } from "#domain/wire/support/console.ts";
import { column, idColumn, instant, shopColumn, sorted } from "../lists/columns.ts";
import { At, at, ConsoleList, ShopOf } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { agentInput, beforeInput, shopInput, sinceInput, wordInput } from "../lists/inputs.tsx";
import { ItemLink } from "../lists/item-link.tsx";
import { itemOfAction } from "./linked-items.ts";

const filters = [wordInput("what", "What", consoleActLabels, true), agentInput(), shopInput, sinceInput, beforeInput];

const anInstant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** The change, with times in the console's format. */
const changeSaid = ({ change }: RaRecord): string | null =>
  typeof change === "string" ? change.replaceAll(anInstant, at) : null;

const columns = [
  instant("at", "When"),
  column("agentName", "Who"),
  sorted("what", "What"),
  shopColumn,
  column("change", "Change", { text: changeSaid }),
  column("reason", "Reason"),
  idColumn("Act id"),
  idColumn("Id of what it is about", "about"),
  idColumn("Agent id", "agent"),
  idColumn("Impersonation id", "look"),
];

export const ActList = () => (
  <ConsoleList
    title="Audit log"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => `${row.agentName} ${row.what}`}
    secondary={(row) => (
      <>
        {[changeSaid(row), row.reason, at(row.at)].filter(Boolean).map((line) => (
          <Box key={line} component="span" sx={{ display: "block", overflowWrap: "anywhere" }}>
            {line}
          </Box>
        ))}
      </>
    )}
    columns={columns}
  />
);

/** Links to the action's object, if that has a page, and to its impersonation session. */
const About = () => {
  const act = useRecordContext<ConsoleAct>();
  const thing = act && itemOfAction(act);
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
      {thing && <ItemLink {...thing} />}
      {act?.look && <ItemLink resource="impersonations" id={act.look} name="The impersonation" />}
    </Stack>
  );
};

export const ActShow = () => (
  <ConsoleShow title="Act" name={({ agentName, what }) => `${agentName} ${what}`}>
    <At source="at" label="When" />
    <TextField source="agentName" label="Who" />
    <TextField source="agent" label="Agent id" />
    <TextField source="what" />
    <ShopOf label="Shop" />
    <TextField source="about" emptyText="Nothing" />
    <FunctionField label="Change" render={(act) => changeSaid(act) ?? "Nothing"} />
    <TextField source="reason" emptyText="None given" />
    <About />
  </ConsoleShow>
);
