import Drawer from "@mui/material/Drawer";
import GlobalStyles from "@mui/material/GlobalStyles";
import Paper from "@mui/material/Paper";
import Portal from "@mui/material/Portal";
import { keyframes, useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { headerHeight, widths } from "../../shared/theme/tokens.ts";
import { SidePanel } from "../../shared/ui/side-panel.tsx";

const slideIn = keyframes({
  from: { transform: "translateX(24px)", opacity: 0 },
  to: { transform: "none", opacity: 1 },
});

/** On a wide screen, where the page makes room for it; as wide as the help, so that it can lie over that. */
const widthBeside = 360;

type DrawerFrameProps = { title: string; onClose: () => void; children: ReactNode };

/**
 * A panel beside the page, which stays usable: on a wide screen the page makes room, on a narrower one the panel lies over its edge,
 * on a telephone over all of it. Takes the focus, and gives it back to what had it when it opened. Closes when another panel is opened.
 */
export const DrawerFrame = ({ title, onClose, children }: DrawerFrameProps) => {
  const { breakpoints } = useTheme();
  const isNarrow = useMediaQuery(breakpoints.down("sm"));
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    onClose();
    requestAnimationFrame(() => {
      const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById("main");
      target?.focus();
    });
  };
  const paper = useRef<HTMLDivElement>(null);
  // What takes the focus behind it is what is wanted now: the help or the exports, opened beneath this panel.
  useEffect(() => {
    if (isNarrow) return;
    const makeRoom = ({ target }: FocusEvent) => {
      const other = target instanceof Element ? target.closest("aside") : null;
      if (other !== null && paper.current?.contains(other) === false) onClose();
    };
    document.addEventListener("focusin", makeRoom);
    return () => document.removeEventListener("focusin", makeRoom);
  }, [isNarrow, onClose]);
  const panel = (
    <SidePanel title={title} onClose={close}>
      {children}
    </SidePanel>
  );
  if (isNarrow)
    return (
      <Drawer open anchor="right" onClose={close} slotProps={{ paper: { "aria-label": title, sx: { width: "100%" } } }}>
        {panel}
      </Drawer>
    );
  return (
    // A landmark of its own, wherever in the page it was opened.
    <Portal>
      <GlobalStyles
        styles={{
          // What floats over the page, the button of the exports panel, keeps clear of it.
          ":root": { "--drawer-width": `${widthBeside}px` },
          [breakpoints.up("lg")]: { "html:not(:has([data-help=beside])) #main": { marginRight: widthBeside } },
        }}
      />
      <Paper
        ref={paper}
        data-drawer="beside"
        square
        elevation={0}
        // Escape closes the panel and nothing else.
        onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
        sx={{
          position: "fixed",
          inset: `${headerHeight}px 0 0 auto`,
          zIndex: "drawer",
          width: { sm: widths.panel, lg: widthBeside },
          borderLeft: 1,
          borderColor: "divider",
          boxShadow: { sm: 8, lg: 0 },
          animation: `${slideIn} 160ms ease-out`,
          "@media (prefers-reduced-motion: reduce)": { animation: "none" },
          "@media print": { display: "none" },
        }}
      >
        {panel}
      </Paper>
    </Portal>
  );
};
