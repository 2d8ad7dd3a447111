import { describe, it } from "vitest";
import { expectAccessibleInBothThemes, expectFitsTelephone } from "./axe.ts";
import { hasChromium } from "./chromium.ts";
import { scenes } from "./scenes.ts";
import { useScreens } from "./screens.ts";

/**
 * Every sixth scene, from `first` on: axe in both themes, and the width of a telephone. Each number has its own file,
 * so that two run at once. Numbers 0 and 3 are in .ci/run. Most other browser tests run axe too, so the rest is long.
 */
export const describeAccessible = (first: 0 | 1 | 2 | 3 | 4 | 5): void => {
  describe.runIf(hasChromium())(`screens in their states, every sixth from ${first}`, () => {
    const screens = useScreens();
    for (const { name, path, options, ready } of scenes.filter((_, at) => at % 6 === first)) {
      it(`${name}: can be used by everybody in both themes, and fits on a telephone`, async () => {
        const opened = await screens.open(path, { ...options, scheme: "light" });
        await ready(opened);
        await expectAccessibleInBothThemes(opened.page);
        await expectFitsTelephone(opened.page);
      });
    }
  });
};
