import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { usePageTitle } from "./use-page-title.ts";

type PageHeadingProps = {
  title: string;
  /** One sentence on the page's purpose. */
  lead?: ReactNode;
  /** At the right; below the title on a phone. */
  actions?: ReactNode;
};

/** The head of a page; also sets the browser tab's title. */
export const PageHeading = ({ title, lead, actions }: PageHeadingProps) => {
  usePageTitle(title);
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "flex-end", gap: 2, mb: 3 }}>
      <Box sx={{ flex: "1 1 320px", minWidth: 0 }}>
        <Typography variant="h1">{title}</Typography>
        {lead && (
          <Typography color="textSecondary" component="div" sx={{ mt: 0.5, maxWidth: 640, textWrap: "pretty" }}>
            {lead}
          </Typography>
        )}
      </Box>
      {actions && <Box sx={{ display: "flex", gap: 1 }}>{actions}</Box>}
    </Box>
  );
};
