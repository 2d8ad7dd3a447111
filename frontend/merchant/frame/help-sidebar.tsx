import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import { type ComponentType, Suspense } from "react";
import { DockedPanel } from "../docked-panel/docked-panel.tsx";
import { LoadingPage } from "../loading/loading-page.tsx";
import { helpButtonId } from "./help-button.tsx";

type HelpSidebarProps = { View: ComponentType; onShortcuts: () => void; onClose: () => void };

export const HelpSidebar = ({ View, onShortcuts, onClose }: HelpSidebarProps) => (
  <DockedPanel title="Help and tips" onClose={onClose} returnTo={helpButtonId}>
    <Box sx={{ p: 2.5 }}>
      <Suspense fallback={<LoadingPage />}>
        <View />
      </Suspense>
      <Button variant="outlined" color="inherit" size="small" aria-keyshortcuts="?" onClick={onShortcuts}>
        Keyboard shortcuts
      </Button>
    </Box>
  </DockedPanel>
);
