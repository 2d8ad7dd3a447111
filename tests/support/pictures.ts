import { createHash } from "node:crypto";
import { drawPicture as draw } from "#demo-store/pictures/draw.ts";
import { type Picture, readPicture } from "../../exporter/pictures/picture.ts";
import { type PictureLimits, pictureLimits } from "../../exporter/pictures/picture-limits.ts";
import { createPicturesOfFile, type PicturesOfFile } from "../../exporter/pictures/pictures-of-file.ts";

/** An image determined by its name, as a PNG with sides of this many pixels. */
export const pictureCalled = (name: string, side = 40): Picture => {
  const found = readPicture(draw(name, side));
  if (found === undefined) throw new Error("The drawn image is empty.");
  return found;
};

/** Pictures that are there by their address; others cannot be fetched. `order`: how long each takes, in turns of the event loop. */
export const picturesAt = (
  at: Readonly<Record<string, Picture>>,
  bounds: Partial<PictureLimits> = {},
  turns: (address: string) => number = () => 0,
): PicturesOfFile =>
  createPicturesOfFile({
    source: async (address) => {
      for (let turn = turns(address); turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve));
      return at[address];
    },
    bounds: { ...pictureLimits, ...bounds },
    signal: new AbortController().signal,
  });

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
