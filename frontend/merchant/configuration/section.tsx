import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";
import type { ConfigurationSection } from "../../shared/navigation/configuration-sections.ts";
import { headerHeight } from "../../shared/theme/tokens.ts";

type SectionProps = { section: ConfigurationSection; children: ReactNode };

/** One section of the page, with the anchor that its links name. */
export const Section = ({ section: { anchor, name }, children }: SectionProps) => {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      id={anchor}
      tabIndex={-1}
      aria-labelledby={id}
      sx={{ p: { xs: 2, sm: 3 }, scrollMarginTop: headerHeight + 16, outline: 0 }}
    >
      <Typography variant="h2" id={id} sx={{ mb: 2.5 }}>
        {name}
      </Typography>
      {children}
    </Paper>
  );
};
