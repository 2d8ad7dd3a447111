/** Font size of a report on the page, px; its column widths assume it. */
const letters = 14;
/** Font size on a wall display, px; `share` is of the window's width. */
const onWall = { least: 18, share: 0.016, most: 30 };

/**
 * Returns the zoom factor on a wall display, at least 1. Letters must be readable from afar, but all columns must fit,
 * as nobody can scroll there. `least`: width below which columns break words, px; `room`: the screen's width, px.
 */
export const wallZoom = (room: number, least: number): number => {
  const wanted = Math.min(onWall.most, Math.max(onWall.least, room * onWall.share)) / letters;
  return least > 0 ? Math.max(1, Math.min(wanted, room / least)) : wanted;
};

/** Zooms a shadow root's content to its pane, now and on every resize; returns the function that stops. */
export const zoomToWall = (pane: HTMLElement, host: HTMLElement, root: ShadowRoot): (() => void) => {
  const enlarge = () => {
    const widths = [...root.querySelectorAll(".sheet")].map((sheet) =>
      Number.parseFloat(getComputedStyle(sheet).minWidth),
    );
    const least = Math.max(0, ...widths.filter((width) => !Number.isNaN(width)));
    host.style.setProperty("--wall-zoom", wallZoom(pane.clientWidth, least).toFixed(3));
  };
  const watching = new ResizeObserver(enlarge);
  watching.observe(pane);
  enlarge();
  return () => {
    watching.disconnect();
    host.style.removeProperty("--wall-zoom");
  };
};
