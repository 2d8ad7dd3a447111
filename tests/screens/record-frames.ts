import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";

type Recording = {
  /** Since the recording began. */
  seconds: () => number;
  /** Ends it; answers the path of a list of frames with their durations, as ffmpeg's concat reads it. */
  stop: () => Promise<string>;
};

/** Saves every frame that the browser draws of a page, with its time, in a folder. */
export const recordFrames = async (page: Page, folder: string): Promise<Recording> => {
  const session = await page.context().newCDPSession(page);
  const frames: { file: string; at: number }[] = [];
  const writing: Promise<void>[] = [];
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  session.on("Page.screencastFrame", ({ data, sessionId }) => {
    const file = join(folder, `${String(frames.length).padStart(5, "0")}.jpg`);
    frames.push({ file, at: seconds() });
    writing.push(writeFile(file, Buffer.from(data, "base64")));
    // Without the acknowledgement the browser sends no further picture. When the page is gone there is none to come.
    session.send("Page.screencastFrameAck", { sessionId }).catch((error: unknown) => console.error(String(error)));
  });
  await session.send("Page.startScreencast", { format: "jpeg", quality: 92, everyNthFrame: 1 });
  return {
    seconds,
    stop: async () => {
      await session.send("Page.stopScreencast");
      const ended = seconds();
      await Promise.all(writing);
      if (frames.length === 0) throw new Error("The browser drew nothing.");
      const lines = frames.map(({ file, at }, index) => {
        const from = index === 0 ? 0 : at;
        const until = frames[index + 1]?.at ?? ended;
        return `file '${file}'\nduration ${Math.max(0.001, until - from).toFixed(3)}`;
      });
      const list = join(folder, "frames.txt");
      // The last one twice: concat takes the duration of a frame from the one that follows.
      await writeFile(list, `${lines.join("\n")}\nfile '${frames.at(-1)?.file}'\n`);
      return list;
    },
  };
};
