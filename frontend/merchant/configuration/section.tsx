import Paper from "@mui/material/Paper";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { type ReactNode, useId } from "react";
import { type ConfigurationSection, configurationSections } from "../../shared/navigation/configuration-sections.ts";
import { belowHeader } from "../../shared/theme/tokens.ts";
import { useAnchor } from "../use-anchor.ts";

type SectionProps = { section: ConfigurationSection; children: ReactNode };

const Section = ({ section: { anchor, name }, children }: SectionProps) => {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      id={anchor}
      tabIndex={-1}
      aria-labelledby={id}
      sx={{ p: { xs: 2, sm: 3 }, scrollMarginTop: belowHeader(16), outline: 0 }}
    >
      <Typography variant="h2" id={id} sx={{ mb: 2.5 }}>
        {name}
      </Typography>
      {children}
    </Paper>
  );
};

/** Scrolls to the addressed section, and again when loaded content changes the height. */
export const Sections = ({ contents }: { contents: Record<ConfigurationSection["anchor"], ReactNode> }) => {
  useAnchor();
  return (
    <Stack spacing={3}>
      {configurationSections.map((section) => (
        <Section key={section.anchor} section={section}>
          {contents[section.anchor]}
        </Section>
      ))}
    </Stack>
  );
};
