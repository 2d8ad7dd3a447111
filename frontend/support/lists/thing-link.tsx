import Button from "@mui/material/Button";
import { Link } from "react-router-dom";

/** Where a thing has its page, and what the link is called. */
export type LinkedThing = { resource: string; id: string; name: string };

/** Leads to the page of one thing. */
export const ThingLink = ({ resource, id, name }: LinkedThing) => (
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
