import Link from "@mui/material/Link";
import { useRecordContext } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import type { ConsoleActivity } from "#domain/wire/support/console.ts";
import { toActivityPath } from "../lists/shop-pages.tsx";

/** A line's object, as a link that filters the history. `describe`: the link's text. */
export const SubjectLink = ({ describe }: { describe: (line: ConsoleActivity) => string }) => {
  const line = useRecordContext<ConsoleActivity>();
  if (line === undefined) return null;
  const { tenant, about } = line;
  if (about === null) return <>{describe(line)}</>;
  return (
    <Link
      component={RouterLink}
      color="inherit"
      title="Show what happened to it alone"
      to={toActivityPath(tenant, { about })}
      onClick={(event) => event.stopPropagation()}
    >
      {describe(line)}
    </Link>
  );
};
