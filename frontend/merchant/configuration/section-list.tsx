import Box from "@mui/material/Box";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemButton from "@mui/material/ListItemButton";
import { useEffect, useState } from "react";
import { Link as RouterLink } from "react-router-dom";
import {
  type ConfigurationSection,
  configurationPath,
  configurationSections,
} from "../../shared/navigation/configuration-sections.ts";
import { paths } from "../../shared/navigation/paths.ts";
import { parseAnchor } from "../../shared/navigation/scrolling.ts";
import { belowHeader } from "../../shared/theme/tokens.ts";

type Anchor = ConfigurationSection["anchor"];

/** Distance below the window's top where a section counts as the one being read, px. */
const readingLine = 160;

const topOf = (anchor: string): number => document.getElementById(anchor)?.getBoundingClientRect().top ?? 0;

/**
 * Finds the section at the page's end, where those in view may not reach the line: the addressed one, else the last.
 */
const findShownAtEnd = (): Anchor | undefined => {
  const addressed = parseAnchor(window.location.hash);
  const inView = configurationSections.filter(({ anchor }) => topOf(anchor) > 0);
  return (inView.find(({ anchor }) => anchor === addressed) ?? configurationSections.at(-1))?.anchor;
};

/** Returns the last section whose top is above the reading line. */
const findShown = (): Anchor => {
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const started = configurationSections.filter(({ anchor }) => topOf(anchor) <= readingLine);
  return (isAtEnd ? findShownAtEnd() : started.at(-1)?.anchor) ?? configurationSections[0].anchor;
};

const findAddressed = (): Anchor | undefined => {
  const addressed = parseAnchor(window.location.hash);
  return configurationSections.find(({ anchor }) => anchor === addressed)?.anchor;
};

const useShownSection = (): Anchor => {
  // The page has yet to scroll to the addressed section.
  const [shown, setShown] = useState<Anchor>(() => findAddressed() ?? configurationSections[0].anchor);
  useEffect(() => {
    const look = () => setShown(findShown());
    if (findAddressed() === undefined) look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return shown;
};

const style = {
  borderRadius: 1,
  py: 0.75,
  color: "text.secondary",
  "&[aria-current]": { bgcolor: "action.hover", color: "text.primary", fontWeight: 600 },
};

/** The sections beside the page, on a screen with room for it; marks the one being read. */
export const SectionList = () => {
  const shown = useShownSection();
  return (
    <Box
      component="nav"
      aria-label="Sections of Configuration"
      sx={{ display: { xs: "none", md: "block" }, position: "sticky", top: belowHeader(16), alignSelf: "start" }}
    >
      <List disablePadding>
        {configurationSections.map((section) => (
          <ListItem key={section.anchor} disablePadding>
            <ListItemButton
              component={RouterLink}
              to={configurationPath(section)}
              aria-current={section.anchor === shown ? "true" : undefined}
              sx={style}
            >
              {section.name}
            </ListItemButton>
          </ListItem>
        ))}
        <ListItem disablePadding sx={{ mt: 1, pt: 1, borderTop: 1, borderColor: "divider" }}>
          <ListItemButton component={RouterLink} to={paths.plan} sx={style}>
            Plan
          </ListItemButton>
        </ListItem>
      </List>
    </Box>
  );
};
