import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import GlobalStyles from "@mui/material/GlobalStyles";
import { keyframes, useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type ComponentType, Suspense } from "react";
import { headerHeight, widths } from "../../shared/theme/tokens.ts";
import { SidePanel } from "../../shared/ui/side-panel.tsx";
import { LoadingPage } from "../loading/loading-page.tsx";

const slideIn = keyframes({
  from: { transform: "translateX(16px)", opacity: 0 },
  to: { transform: "none", opacity: 1 },
});

/** As a column of its own. */
const helpWidth = 360;

type HelpSidebarProps = { View: ComponentType; onClose: () => void };

const Inside = ({ View, onClose }: HelpSidebarProps) => (
  <SidePanel title="Help and tips" onClose={onClose}>
    <Box sx={{ p: 2.5, pb: 11 }}>
      <Suspense fallback={<LoadingPage />}>
        <View />
      </Suspense>
    </Box>
  </SidePanel>
);

/**
 * 'Help and tips' beside the page: a column of its own on a wide screen, over the page's edge on a narrower one. On a
 * telephone it covers the page, so nothing beneath it can be reached meanwhile.
 */
export const HelpSidebar = (props: HelpSidebarProps) => {
  const isNarrow = useMediaQuery(useTheme().breakpoints.down("sm"));
  if (isNarrow) {
    return (
      <Drawer
        open
        anchor="right"
        onClose={props.onClose}
        slotProps={{ paper: { "aria-label": "Help and tips", sx: { width: "100%" } } }}
      >
        <Inside {...props} />
      </Drawer>
    );
  }
  return (
    <Box
      data-help="beside"
      sx={{
        position: { xs: "fixed", lg: "sticky" },
        top: headerHeight,
        right: 0,
        bottom: { xs: 0, lg: "auto" },
        zIndex: { xs: "drawer", lg: "auto" },
        width: { xs: widths.panel, lg: helpWidth },
        height: { lg: `calc(100dvh - ${headerHeight}px)` },
        flex: "none",
        borderLeft: 1,
        borderColor: "divider",
        boxShadow: { xs: 8, lg: 0 },
        animation: `${slideIn} 180ms ease-out`,
        "@media print": { display: "none" },
      }}
    >
      {/* What floats over the page, the button of the exports panel, keeps clear of the help. */}
      <GlobalStyles styles={{ ":root": { "--help-width": `${helpWidth}px` } }} />
      <Inside {...props} />
    </Box>
  );
};
