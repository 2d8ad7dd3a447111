import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { visuallyHidden } from "@mui/utils";
import type { ReactNode } from "react";
import { Link as RouterLink, useLocation } from "react-router-dom";
import { findPage } from "../../shared/navigation/pages.ts";
import { isOwnPath, paths } from "../../shared/navigation/paths.ts";
import { SavingNote, type ShownSaveState } from "../../shared/saving/saving-note.tsx";
import { belowHeader, editorHeadHeight, pageTop } from "../../shared/theme/tokens.ts";
import { BackIcon } from "../../shared/ui/icons.tsx";
import { usePageTitle } from "../../shared/ui/use-page-title.ts";
import { titleLine, WhereThisIs } from "../../shared/ui/where-this-is.tsx";
import { BarSaving } from "../bottom-bar/bar-saving.tsx";
import type { ListPage } from "../resources/history-kind.ts";

type EditorHeaderProps = {
  /** 'Edit Filter'. */
  title: string;
  /** The object's name; empty while unknown. */
  name: string;
  saving: ShownSaveState;
  /** The objects' list. */
  home: ListPage;
  actions?: ReactNode;
};

/** Pages that link to editors of chosen filters and designs. */
const choosing: readonly string[] = [paths.reports, paths.live];

/** The page that opened the editor if it is one of {@link choosing}, else the list. */
const useWayBack = (home: ListPage) => {
  const state: unknown = useLocation().state;
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  const page = isOwnPath(from) ? findPage(from) : undefined;
  if (isOwnPath(from) && page && choosing.includes(page.path)) return { to: from, label: `Back to ${page.name}` };
  return { to: home.path, label: `Back to ${home.name}` };
};

/** The sticky head of an editor: the object's name and its saving state, which is in the bar on a narrow screen. */
export const EditorHeader = ({ title, name, saving, home, actions }: EditorHeaderProps) => {
  usePageTitle(name === "" ? title : `${name} · ${title}`);
  const back = useWayBack(home);
  return (
    <Box
      data-sticks
      sx={{
        position: "sticky",
        top: belowHeader(),
        // Below the frame's header, above the page.
        zIndex: 3,
        mx: { xs: -2, sm: -3 },
        px: { xs: 2, sm: 3 },
        mt: { xs: -3, sm: `-${pageTop}px` },
        pt: { xs: 1.5, sm: `${pageTop}px` },
        pb: 1.5,
        mb: 1.5,
        bgcolor: "background.default",
        borderBottom: 1,
        borderColor: "divider",
        minHeight: { xs: 61, sm: editorHeadHeight - 1 },
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
      <Box sx={titleLine}>
        <WhereThisIs path={home.path} name={home.name} />
        <Typography
          variant="h1"
          noWrap
          title={name}
          sx={(theme) => ({ minWidth: 0, [theme.breakpoints.down("sm")]: { fontSize: "1.0625rem" } })}
        >
          <span style={name === "" ? undefined : visuallyHidden}>{title} </span>
          {name}
        </Typography>
      </Box>
      <Box sx={{ flex: "1 0 auto" }}>
        <BarSaving saving={saving} wide={<SavingNote state={saving} />} />
      </Box>
      {actions && <Box sx={{ display: "flex", gap: 1 }}>{actions}</Box>}
    </Box>
  );
};
