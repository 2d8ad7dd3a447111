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
import { itemOfAct } from "./linked-items.ts";

const filters = [choiceInput("what", "What", consoleActLabels, true), agentInput(), shopInput, sinceInput, beforeInput];

const instantPattern = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** Formats times in a change as the console does. */
const formatChange = ({ change }: RaRecord): string | null =>
  typeof change === "string" ? change.replaceAll(instantPattern, formatInstantText) : null;

const columns = [
  createInstantColumn("at", "When"),
  createColumn("agentName", "Who"),
  createSortedColumn("what", "What"),
  shopColumn,
  createColumn("change", "Change", { text: formatChange }),
  createColumn("reason", "Reason"),
  createIdColumn("Act id"),
  createIdColumn("Subject id", "about"),
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
        {[formatChange(row), row.reason, formatInstantText(row.at)].filter(Boolean).map((line) => (
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
  const item = act && itemOfAct(act);
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: "wrap", gap: 1 }}>
      {item && <ItemLink {...item} />}
      {act?.look && <ItemLink resource="impersonations" id={act.look} name="Open the impersonation session" />}
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
    <FunctionField label="Change" render={(act) => formatChange(act) ?? "Nothing"} />
    <TextField source="reason" emptyText="None given" />
    <About />
  </ConsoleShow>
);
