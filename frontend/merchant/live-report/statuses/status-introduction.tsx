import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type ReactNode, useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import { reportDesignerPath } from "../../../shared/navigation/paths.ts";
import { AddIcon, CloseIcon } from "../../../shared/ui/icons.tsx";
import { type ClosableNote, readNoteClosed, rememberNoteClosed } from "../../resources/closed-notes.ts";
import { addColumnState } from "../../resources/designs/add-column.ts";
import { localStatusKey } from "../../resources/designs/local-status.ts";
import { backTo, useWhichPage } from "../../which-orders/which-page.ts";
import type { ReportFacts } from "../table/report-facts.ts";

type StatusIntroductionProps = { reportId: string; facts: Pick<ReportFacts, "localStatus" | "rows"> };

/** Introduces local statuses above rows that have them or could, until it is closed in this browser. */
export const StatusIntroduction = ({ reportId, facts }: StatusIntroductionProps) => {
  const page = useWhichPage();
  if (facts.rows === 0) return null;
  if (facts.localStatus === "shown")
    return (
      <Note key="shown" note="statusHint" title="Track your orders' progress">
        Choose a status in an order's first row. All its rows take the color. The clock shows who changed it and when.
      </Note>
    );
  if (facts.localStatus === null) return null;
  return (
    <Note
      key="missing"
      note="statusOffer"
      title="Track your orders' progress"
      action={
        <Button
          component={RouterLink}
          to={reportDesignerPath(reportId)}
          state={{ ...backTo(page).state, ...addColumnState(localStatusKey) }}
          variant="outlined"
          color="inherit"
          size="small"
          startIcon={<AddIcon />}
        >
          Add the Local status column
        </Button>
      }
    >
      With the Local status column, you set each order to New, In progress, Done or Problem. Its rows take the color,
      here, in full screen and in HTML files.
    </Note>
  );
};

type NoteProps = { note: ClosableNote; title: string; action?: ReactNode; children: ReactNode };

const Note = ({ note, title, action, children }: NoteProps) => {
  const [isClosed, setClosed] = useState(() => readNoteClosed(window.localStorage, note));
  if (isClosed) return null;
  const close = () => {
    rememberNoteClosed(window.localStorage, note);
    setClosed(true);
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <Box
      component="section"
      aria-label="About local statuses"
      sx={{
        display: "flex",
        alignItems: "start",
        columnGap: 1,
        px: 1.5,
        py: 1,
        bgcolor: "soft.primary",
        borderBottom: 1,
        borderColor: "divider",
        "@media print": { display: "none" },
      }}
    >
      <Box
        sx={{ flex: 1, minWidth: 0, display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 2, rowGap: 1 }}
      >
        <Typography variant="body2" sx={{ flex: "1 1 320px", minWidth: 0, maxWidth: 960, textWrap: "pretty" }}>
          <strong>{title}.</strong> {children}
        </Typography>
        {action}
      </Box>
      <Tooltip title="Close">
        <IconButton aria-label="Close the note on local statuses" size="small" onClick={close}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
};
