import Button from "@mui/material/Button";
import { useRecordContext } from "react-admin";
import { Link } from "react-router-dom";
import { storyOf } from "../lists/shop-pages.tsx";

/** Links an object to its history. */
export const StoryOf = () => {
  const record = useRecordContext<{ id: string; tenant: string }>();
  if (record === undefined) return null;
  return (
    <Button
      component={Link}
      to={storyOf(record.tenant, { about: String(record.id) })}
      variant="outlined"
      color="inherit"
      size="small"
    >
      What happened to it
    </Button>
  );
};
