import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { paths } from "../../shared/navigation/paths.ts";
import type { SaveState } from "../../shared/saving/save-queue.ts";
import { SavingNote } from "../../shared/saving/saving-indicator.tsx";
import { headerHeight } from "../../shared/theme/tokens.ts";
import { BackIcon } from "../../shared/ui/icons.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";

type EditorHeaderProps = { title: string; saving: SaveState; actions?: ReactNode };

/** Where the editor was opened from, Manager unless that is Reports. */
const useWayBack = () => {
  const state: unknown = useLocation().state;
  if (typeof state === "object" && state !== null && "from" in state && state.from === paths.reports)
    return { to: paths.reports, label: "Back to Reports" };
  return { to: paths.manager, label: "Back to Manager" };
};

/** Head of an editor. It stays in sight, so that one always sees whether everything is saved. */
export const EditorHeader = ({ title, saving, actions }: EditorHeaderProps) => {
  usePageTitle(title);
  const back = useWayBack();
  return (
    <Box
      data-sticks
      sx={{
        position: "sticky",
        top: headerHeight,
        // Beneath the header of the frame, over the page.
        zIndex: 3,
        mx: { xs: -2, sm: -3 },
        px: { xs: 2, sm: 3 },
        mt: { xs: -3, sm: -4 },
        pt: { xs: 1.5, sm: 2.5 },
        pb: 1.5,
        mb: 1.5,
        bgcolor: "background.default",
        borderBottom: 1,
        borderColor: "divider",
        minHeight: { xs: 61, sm: 69 },
        display: "flex",
        alignItems: "center",
        gap: { xs: 1, sm: 1.5 },
      }}
    >
      <Button
        component={RouterLink}
        to={back.to}
        color="inherit"
        size="small"
        aria-label={back.label}
        sx={{ ml: -1, px: 0.75, color: "text.secondary" }}
      >
        <BackIcon fontSize="small" />
      </Button>
      <Box sx={{ flex: 1, minWidth: 0, position: "relative", display: "flex", alignItems: "center", gap: 1.5 }}>
        <Typography variant="h1" sx={{ whiteSpace: "nowrap", fontSize: { xs: "1.25rem", sm: "1.625rem" } }}>
          {title}
        </Typography>
        {/* A telephone has room for it under the title, and none beside. */}
        <Box sx={{ position: { xs: "absolute", sm: "static" }, top: "100%", left: 0, mt: { xs: -0.25, sm: 0 } }}>
          <SavingNote state={saving} />
        </Box>
      </Box>
      {actions && <Box sx={{ display: "flex", gap: 1 }}>{actions}</Box>}
    </Box>
  );
};
