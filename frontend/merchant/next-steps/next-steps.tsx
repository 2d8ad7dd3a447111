import Button from "@mui/material/Button";
import { Link as RouterLink } from "react-router-dom";
import { DocumentIcon } from "../../shared/ui/icons.tsx";
import { linkToReports } from "./report-choice.ts";
import { ScheduleButton } from "./schedule-button.tsx";

/** The next steps after editing a design or a filter: a report now, or an automated one. */
export const NextSteps = ({ of, id }: { of: "design" | "filter"; id: string }) => (
  <>
    <Button
      component={RouterLink}
      {...linkToReports(of === "design" ? { design: id } : { filter: id })}
      variant="outlined"
      color="inherit"
      startIcon={<DocumentIcon />}
    >
      Generate with this {of}
    </Button>
    <ScheduleButton chosen={of === "design" ? { report_id: id } : { report_filter_id: id }} />
  </>
);
