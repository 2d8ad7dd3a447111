import Link from "@mui/material/Link";
import { TextField, useRecordContext } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import type { ConsoleExport } from "#domain/wire/support/console.ts";

/** The automated report's title, as a link, or the design's. `label`: its name on an export's page. */
export const ExportTitle = (_: { label?: string }) => {
  const record = useRecordContext<ConsoleExport>();
  if (record === undefined) return null;
  const { title, run } = record;
  if (!run) return <TextField source="title" />;
  return (
    <Link
      component={RouterLink}
      variant="body2"
      to={`/automations/${encodeURIComponent(run.automationId)}/show`}
      onClick={(event) => event.stopPropagation()}
    >
      {title}
    </Link>
  );
};
