import MenuItem from "@mui/material/MenuItem";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import type { Grouping, WorksheetSplitter } from "#domain/enumerations.ts";
import { rowUnitNames } from "#domain/groupings/row-unit.ts";
import { splitterNames } from "../../resources/designs/splitter-names.ts";
import { useFeatures } from "../../use-features.ts";
import { setGrouping, setSplitter, setTitle } from "../session/edits.ts";
import type { DesignEditor } from "../session/use-design-editor.ts";

/** Title, worksheet splitter and grouping of a design. */
export const DesignFields = ({ editor }: { editor: DesignEditor }) => {
  const { content, state, edit, session } = editor;
  const { problems } = state;
  // A grouping that is no longer offered stays until another one is chosen.
  const { Groupings } = useFeatures();
  const groupings = Groupings.includes(content.grouping) ? Groupings : [content.grouping, ...Groupings];
  return (
    <Paper
      variant="outlined"
      sx={{
        p: { xs: 2, sm: 2.5 },
        mb: 2,
        display: "grid",
        gap: 2,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", sm: "minmax(0, 1fr) minmax(0, 1fr)", md: "2fr 1fr 1fr" },
        "& > :first-of-type": { gridColumn: { sm: "1 / -1", md: "auto" } },
      }}
    >
      <TextField
        label="Title"
        required
        value={content.title}
        onChange={(event) => edit(setTitle(event.target.value), "after-pause")}
        onBlur={session.flush}
        error={problems.title !== undefined}
        helperText={problems.title}
        slotProps={{ formHelperText: { "aria-live": "polite" } }}
      />
      <TextField
        select
        label="Worksheet Splitter"
        value={content.splitter}
        onChange={(event) => edit(setSplitter(Number(event.target.value) as WorksheetSplitter))}
        error={problems.ws_splitter !== undefined}
        helperText={problems.ws_splitter}
      >
        {splitterNames.map(({ value, name }) => (
          <MenuItem key={value} value={value}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label="Grouping"
        value={content.grouping}
        onChange={(event) => edit(setGrouping(Number(event.target.value) as Grouping))}
        error={problems.grouping !== undefined}
        helperText={problems.grouping}
      >
        {groupings.map((grouping) => (
          <MenuItem key={grouping} value={grouping}>
            One row per {rowUnitNames[grouping]}
          </MenuItem>
        ))}
      </TextField>
    </Paper>
  );
};
