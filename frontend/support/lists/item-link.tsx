import Button from "@mui/material/Button";
import { Link } from "react-router-dom";

/** An object's page, and the link's text. */
export type LinkedItem = { resource: string; id: string; name: string };

export const ItemLink = ({ resource, id, name }: LinkedItem) => (
  <Button
    component={Link}
    to={`/${resource}/${encodeURIComponent(id)}/show`}
    variant="outlined"
    color="inherit"
    size="small"
  >
    {name}
  </Button>
);
