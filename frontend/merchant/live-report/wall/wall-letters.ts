/** Of the letters of a report on the page; the widths of its columns are made for them. */
const letters = 14;
/** On a wall, where there is room: of the window's width, in pixels. */
const onWall = { least: 18, share: 0.016, most: 30 };

/**
 * How many times larger than on the page a report is drawn on a wall: so that its letters are read from afar, but no column is out of sight, as nobody
 * can scroll there. `least`: the width below which its columns break their words, `room`: that of the screen, px; 1 at least.
 */
export const wallZoom = (room: number, least: number): number => {
  const wanted = Math.min(onWall.most, Math.max(onWall.least, room * onWall.share)) / letters;
  return least > 0 ? Math.max(1, Math.min(wanted, room / least)) : wanted;
};

/** Draws what is in a shadow root as large as its pane allows, now and when that is resized; answers how to stop. */
export const fitWall = (pane: HTMLElement, host: HTMLElement, root: ShadowRoot): (() => void) => {
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
