import Button from "@mui/material/Button";
import { useRecordContext } from "react-admin";
import { Link } from "react-router-dom";

/** From a run or an export to what made it. */
export const MadeOfLink = ({ resource }: { resource: "runs" | "exports" }) => {
  const record = useRecordContext<{ id: string }>();
  if (record === undefined) return null;
  return (
    <Button
      component={Link}
      to={`/${resource}/${encodeURIComponent(record.id)}/made-of`}
      variant="outlined"
      color="inherit"
      size="small"
    >
      What made it
    </Button>
  );
};
