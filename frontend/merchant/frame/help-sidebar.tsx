import Box from "@mui/material/Box";
import { type ComponentType, Suspense } from "react";
import { DockedPanel } from "../docked-panel/docked-panel.tsx";
import { LoadingPage } from "../loading/loading-page.tsx";
import { helpButtonId } from "./help-button.tsx";

type HelpSidebarProps = { View: ComponentType; onClose: () => void };

export const HelpSidebar = ({ View, onClose }: HelpSidebarProps) => (
  <DockedPanel title="Help and tips" onClose={onClose} returnTo={helpButtonId}>
    <Box sx={{ p: 2.5 }}>
      <Suspense fallback={<LoadingPage />}>
        <View />
      </Suspense>
    </Box>
  </DockedPanel>
);
