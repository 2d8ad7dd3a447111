import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { titleLineHeight } from "../theme/tokens.ts";
import { usePageTitle } from "./use-page-title.ts";
import { type ParentPage, titleLine, WhereThisIs } from "./where-this-is.tsx";

type PageHeadingProps = {
  title: string;
  /** One sentence on the page's purpose. */
  lead?: ReactNode;
  /** Buttons for the whole page, at the right end of the title's line; below it on a phone. */
  actions?: ReactNode;
  parent?: ParentPage;
};

/** The head of a page; also sets the browser tab's title. An editor's head has its title in the same place. */
export const PageHeading = ({ title, lead, actions, parent }: PageHeadingProps) => {
  usePageTitle(title);
  return (
    <Box sx={{ mb: { xs: 3, sm: 2.5 } }}>
      <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 2, minHeight: titleLineHeight }}>
        <Box sx={{ ...titleLine, flex: "1 1 320px" }}>
          {parent && <WhereThisIs {...parent} />}
          <Typography variant="h1">{title}</Typography>
        </Box>
        {actions && <Box sx={{ display: "flex", gap: 1 }}>{actions}</Box>}
      </Box>
      {lead && (
        <Typography color="textSecondary" component="div" sx={{ mt: 0.25, maxWidth: 880, textWrap: "pretty" }}>
          {lead}
        </Typography>
      )}
    </Box>
  );
};
