import type { Page } from "playwright-core";

type Point = { x: number; y: number };

/** One finger on the page, by the events that the browser has of a real one: it decides itself what scrolls. */
export const finger = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
  const send = (type: "touchStart" | "touchMove" | "touchEnd" | "touchCancel", points: Point[]) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  let at: Point = { x: 0, y: 0 };
  return {
    down: async (point: Point) => {
      at = point;
      await send("touchStart", [at]);
    },
    /** Moves in so many steps, as a finger does. */
    move: async (to: Point, steps = 10) => {
      const from = at;
      for (let step = 1; step <= steps; step += 1) {
        at = { x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps };
        await send("touchMove", [at]);
      }
    },
    up: () => send("touchEnd", []),
  };
};
