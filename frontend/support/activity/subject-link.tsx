import Link from "@mui/material/Link";
import { useRecordContext } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import type { ConsoleActivity } from "#domain/wire/support/console.ts";
import { toActivityPath } from "../lists/shop-pages.tsx";

/** A line's object; a click filters the history by it. `said`: its text. */
export const SubjectLink = ({ said }: { said: (line: ConsoleActivity) => string }) => {
  const line = useRecordContext<ConsoleActivity>();
  if (line === undefined) return null;
  const { tenant, about } = line;
  if (about === null) return <>{said(line)}</>;
  return (
    <Link
      component={RouterLink}
      color="inherit"
      title="Show what happened to it alone"
      to={toActivityPath(tenant, { about })}
      onClick={(event) => event.stopPropagation()}
    >
      {said(line)}
    </Link>
  );
};
