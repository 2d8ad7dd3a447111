/** Font size of a report on the page, px; its column widths assume it. */
const baseFontSize = 14;
/** Font size on a wall display, px; `share` is of the window's width. */
const onWall = { min: 18, share: 0.016, max: 30 };

/**
 * Zoom factor on a wall display, at least 1. Text must be legible from a distance, but all columns must fit, as nobody
 * can scroll there.
 * @param availableWidth the screen's width, px
 * @param minWidth width below which columns break words, px
 */
export const wallZoom = (availableWidth: number, minWidth: number): number => {
  const wanted = Math.min(onWall.max, Math.max(onWall.min, availableWidth * onWall.share)) / baseFontSize;
  return minWidth > 0 ? Math.max(1, Math.min(wanted, availableWidth / minWidth)) : wanted;
};

/** Zooms a shadow root's content to its pane on every resize. Returns the function that stops. */
export const zoomToWall = (pane: HTMLElement, host: HTMLElement, root: ShadowRoot): (() => void) => {
  const enlarge = () => {
    const widths = [...root.querySelectorAll(".sheet")].map((sheet) =>
      Number.parseFloat(getComputedStyle(sheet).minWidth),
    );
    const minWidth = Math.max(0, ...widths.filter((width) => !Number.isNaN(width)));
    host.style.setProperty("--wall-zoom", wallZoom(pane.clientWidth, minWidth).toFixed(3));
  };
  const observer = new ResizeObserver(enlarge);
  observer.observe(pane);
  enlarge();
  return () => {
    observer.disconnect();
    host.style.removeProperty("--wall-zoom");
  };
};
