import Drawer from "@mui/material/Drawer";
import Paper from "@mui/material/Paper";
import Portal from "@mui/material/Portal";
import { keyframes, useTheme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { belowHeader, widths } from "../../shared/theme/tokens.ts";
import { SidePanel } from "../../shared/ui/side-panel.tsx";
import { keepContentInPlace } from "./keep-content-in-place.ts";
import { useSinglePanel } from "./use-single-panel.ts";

const slideIn = keyframes({
  from: { transform: "translateX(24px)", opacity: 0 },
  to: { transform: "none", opacity: 1 },
});

/** Returns the focused element, also in a shadow root. */
const focused = (): Element | null => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
};

type DockedPanelProps = {
  title: string;
  onClose: () => void;
  /** More buttons beside the close button. */
  actions?: ReactNode;
  /** Id of the element that gets the focus when the user closes the panel; default: the one focused before. */
  returnTo?: string;
  children: ReactNode;
};

/**
 * Every panel beside the page: help, exports, history, columns. On a wide screen the page makes room and its content
 * stays in place. On a narrower one the panel covers the page's edge, on a phone all of it. Only one is open at a time.
 * It closes on a page change. It takes the focus; Escape closes it and returns the focus.
 */
export const DockedPanel = ({ title, onClose, actions, returnTo, children }: DockedPanelProps) => {
  const { breakpoints } = useTheme();
  const isNarrow = useMediaQuery(breakpoints.down("sm"));
  const [opener] = useState(focused);
  useSinglePanel(onClose);
  useCloseOnPageChange(onClose);
  useRoom();
  const close = () => {
    onClose();
    // The panel's opener may reappear only with the next frame.
    requestAnimationFrame(() => {
      const named = returnTo === undefined ? null : document.getElementById(returnTo);
      const before = opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById("main");
      (named ?? before)?.focus({ preventScroll: true });
    });
  };
  const panel = (
    <SidePanel title={title} onClose={close} actions={actions}>
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
    // A separate landmark, wherever it was opened.
    <Portal>
      <Paper
        data-beside
        square
        elevation={0}
        // Escape must close only the panel.
        onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
        sx={{
          position: "fixed",
          inset: `${belowHeader()} 0 0 auto`,
          zIndex: "drawer",
          width: { sm: widths.panel, lg: widths.beside },
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

/** Open panels: two while one replaces another. */
let opened = 0;

const countOpenPanels = (by: 1 | -1) => {
  opened += by;
  const { style } = document.documentElement;
  if (opened > 0) style.setProperty("--beside-width", `${widths.beside}px`);
  else style.removeProperty("--beside-width");
};

/** Makes room beside the page, which the frame provides on a wide screen and floating elements avoid. */
const useRoom = () => {
  useLayoutEffect(() => {
    keepContentInPlace(() => countOpenPanels(1));
    const { pathname } = window.location;
    return () => {
      // Another page has its own scroll position.
      if (window.location.pathname === pathname) keepContentInPlace(() => countOpenPanels(-1));
      else countOpenPanels(-1);
    };
  }, []);
};

const useCloseOnPageChange = (onClose: () => void) => {
  const { pathname } = useLocation();
  const opened = useRef(pathname);
  useEffect(() => {
    if (opened.current !== pathname) onClose();
  }, [pathname, onClose]);
};
