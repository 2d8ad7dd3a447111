import Box from "@mui/material/Box";
import { keyframes } from "@mui/material/styles";
import { type ComponentType, Suspense } from "react";
import { widths } from "../../shared/theme/tokens.ts";
import { SidePanel } from "../../shared/ui/side-panel.tsx";
import { headerHeight } from "./header.tsx";
import { LoadingPage } from "./loading-page.tsx";

const slideIn = keyframes({
  from: { transform: "translateX(16px)", opacity: 0 },
  to: { transform: "none", opacity: 1 },
});

/** 'Help and tips' beside the page: a column of its own on a wide screen, over the page on a narrow one. */
export const HelpSidebar = ({ View, onClose }: { View: ComponentType; onClose: () => void }) => (
  <Box
    sx={{
      position: { xs: "fixed", lg: "sticky" },
      top: { xs: 0, lg: headerHeight },
      right: 0,
      bottom: { xs: 0, lg: "auto" },
      zIndex: { xs: "drawer", lg: "auto" },
      width: { xs: "100%", sm: widths.panel, lg: 360 },
      height: { lg: `calc(100dvh - ${headerHeight}px)` },
      flex: "none",
      borderLeft: { sm: 1 },
      borderColor: { sm: "divider" },
      boxShadow: { sm: 8, lg: 0 },
      animation: `${slideIn} 180ms ease-out`,
      "@media print": { display: "none" },
    }}
  >
    <SidePanel title="Help and tips" onClose={onClose}>
      <Box sx={{ p: 2.5, pb: 11 }}>
        <Suspense fallback={<LoadingPage />}>
          <View />
        </Suspense>
      </Box>
    </SidePanel>
  </Box>
);
