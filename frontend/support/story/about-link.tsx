import Link from "@mui/material/Link";
import { useRecordContext } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import type { ConsoleHappening } from "#domain/wire/support/console.ts";
import { storyOf } from "../lists/shop-pages.tsx";

/** A line's object; a click filters the history by it. `said`: its text. */
export const AboutLink = ({ said }: { said: (line: ConsoleHappening) => string }) => {
  const line = useRecordContext<ConsoleHappening>();
  if (line === undefined) return null;
  const { tenant, about } = line;
  if (about === null) return <>{said(line)}</>;
  return (
    <Link
      component={RouterLink}
      color="inherit"
      title="Show what happened to it alone"
      to={storyOf(tenant, { about })}
      onClick={(event) => event.stopPropagation()}
    >
      {said(line)}
    </Link>
  );
};
