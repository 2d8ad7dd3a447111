import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { FunctionField, type RaRecord, TextField, useRecordContext } from "react-admin";
import { consoleActLabels } from "#domain/console/events.ts";
import type { ConsoleAct } from "#domain/wire/support/console.ts";
import { createColumn, createIdColumn, createInstantColumn, createSortedColumn, shopColumn } from "../lists/columns.ts";
import { At, ConsoleList, formatInstantText, ShopField } from "../lists/console-list.tsx";
import { ConsoleShow } from "../lists/console-show.tsx";
import { agentInput, beforeInput, choiceInput, shopInput, sinceInput } from "../lists/inputs.tsx";
import { ItemLink } from "../lists/item-link.tsx";
import { itemOfAction } from "./linked-items.ts";

const filters = [choiceInput("what", "What", consoleActLabels, true), agentInput(), shopInput, sinceInput, beforeInput];

const anInstant = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Returns the change, with times in the console's format. */
const changeSaid = ({ change }: RaRecord): string | null =>
  typeof change === "string" ? change.replaceAll(anInstant, formatInstantText) : null;

const columns = [
  createInstantColumn("at", "When"),
  createColumn("agentName", "Who"),
  createSortedColumn("what", "What"),
  shopColumn,
  createColumn("change", "Change", { text: changeSaid }),
  createColumn("reason", "Reason"),
  createIdColumn("Act id"),
  createIdColumn("Id of what it is about", "about"),
  createIdColumn("Agent id", "agent"),
  createIdColumn("Impersonation id", "look"),
];

export const ActList = () => (
  <ConsoleList
    title="Audit log"
    filters={filters}
    sort={{ field: "at", order: "DESC" }}
    primary={(row) => `${row.agentName} ${row.what}`}
    secondary={(row) => (
      <>
        {[changeSaid(row), row.reason, formatInstantText(row.at)].filter(Boolean).map((line) => (
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
  const item = act && itemOfAction(act);
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
      {item && <ItemLink {...item} />}
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
    <ShopField label="Shop" />
    <TextField source="about" emptyText="Nothing" />
    <FunctionField label="Change" render={(act) => changeSaid(act) ?? "Nothing"} />
    <TextField source="reason" emptyText="None given" />
    <About />
  </ConsoleShow>
);
