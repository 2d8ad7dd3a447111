import Button from "@mui/material/Button";
import { useRecordContext } from "react-admin";
import { Link } from "react-router-dom";

/** What jobs of a kind are about: its id follows the kind in theirs. */
const things: Readonly<Record<string, { resource: string; name: string }>> = {
  "choose-lane": { resource: "exports", name: "The export" },
  export: { resource: "exports", name: "The export" },
  "expire-export": { resource: "exports", name: "The export" },
  "cancel-export": { resource: "exports", name: "The export" },
  "plan-automation": { resource: "automations", name: "The automated report" },
  "advance-run": { resource: "runs", name: "The run" },
  "deliver-run": { resource: "runs", name: "The run" },
};

/** Leads from a job to what it is about, where that has a page. */
export const JobThing = () => {
  const job = useRecordContext<{ id: string; kind: string }>();
  const thing = things[job?.kind ?? ""];
  const id = job?.id.split(":")[1];
  if (thing === undefined || id === undefined) return null;
  return (
    <Button
      component={Link}
      to={`/${thing.resource}/${encodeURIComponent(id)}/show`}
      variant="outlined"
      color="inherit"
      size="small"
    >
      {thing.name}
    </Button>
  );
};
