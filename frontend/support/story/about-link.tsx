import Link from "@mui/material/Link";
import { useRecordContext } from "react-admin";
import { Link as RouterLink } from "react-router-dom";
import type { ConsoleHappening } from "#domain/wire/support/console.ts";
import { storyOf } from "../lists/shop-pages.tsx";

/** What a line is about; pressed, it narrows the story to that thing. `said`: the words for it. */
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
