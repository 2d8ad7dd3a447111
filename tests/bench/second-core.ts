import { Worker } from "node:worker_threads";

const busy = `
  const { parentPort } = require("node:worker_threads");
  let x = 0;
  const start = process.hrtime.bigint();
  for (let i = 0; i < 4e8; i += 1) x = (x + i) | 0;
  parentPort.postMessage(Number(process.hrtime.bigint() - start) / 1e9 + (x === 1 ? 1e-9 : 0));
`;

const spin = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(busy, { eval: true });
    worker.once("message", resolve);
    worker.once("error", reject);
  });

/** How many times as long as one two busy threads take: 1 where each has its own core. */
export const timesOfTwo = async (): Promise<number> => {
  await spin();
  const alone = await spin();
  const both = await Promise.all([spin(), spin()]);
  return Math.max(...both) / alone;
};

/** Checks if a second core works alongside the first. Two busy threads may take 1.2 times as long as one (D-11). */
export const secondCoreAvailable = async (): Promise<boolean> => (await timesOfTwo()) <= 1.2;
