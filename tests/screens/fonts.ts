import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Characters of the demo shops that the font Inter lacks: an emoji, Chinese, Hebrew. */
const needed = ["1f30a", "674e", "5d3"];

/** Checks that fonts for these characters are there. @throws {Error} one would be drawn as an empty box */
export const assertFonts = async (): Promise<void> => {
  for (const code of needed) {
    const { stdout } = await promisify(execFile)("fc-list", [`:charset=${code}`]);
    if (stdout === "")
      throw new Error(
        `No font here draws U+${code.toUpperCase()}: apt-get install fonts-noto-color-emoji fonts-noto-cjk fonts-dejavu-core, then try again.`,
      );
  }
};
