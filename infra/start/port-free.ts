import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });

/**
 * Waits up to 5 s for a port to be free: the children of a supervisor that was killed are still leaving.
 * Answers whether it is.
 */
export const portIsFree = async (port: number): Promise<boolean> => {
  const deadline = Date.now() + 5_000;
  while (!(await canListen(port))) {
    if (Date.now() > deadline) return false;
    await sleep(100);
  }
  return true;
};
