import Button from "@mui/material/Button";
import { useRecordContext } from "react-admin";
import { Link } from "react-router-dom";

export const InputsLink = ({ resource }: { resource: "runs" | "exports" }) => {
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
      How it was made
    </Button>
  );
};
