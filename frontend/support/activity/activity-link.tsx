import Button from "@mui/material/Button";
import { useRecordContext } from "react-admin";
import { Link } from "react-router-dom";
import { toActivityPath } from "../lists/shop-pages.tsx";

export const ActivityLink = () => {
  const record = useRecordContext<{ id: string; tenant: string }>();
  if (record === undefined) return null;
  return (
    <Button
      component={Link}
      to={toActivityPath(record.tenant, { about: String(record.id) })}
      variant="outlined"
      color="inherit"
      size="small"
    >
      What happened to it
    </Button>
  );
};
