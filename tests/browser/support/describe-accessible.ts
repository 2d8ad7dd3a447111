import { describe, it } from "vitest";
import { expectAccessibleInBothThemes, expectFitsTelephone } from "./axe.ts";
import { hasChromium } from "./chromium.ts";
import { scenes } from "./scenes.ts";
import { useScreens } from "./screens.ts";

/**
 * Checks every sixth scene from each number on: axe in both themes, and the width of a phone. Numbers 0 and 3 are in
 * .ci/run, each in its own file so that two run at the same time. The others are long: most browser tests run axe too.
 */
export const describeAccessible = (...firsts: (0 | 1 | 2 | 3 | 4 | 5)[]): void => {
  const chosen = scenes.filter((_, at) => firsts.some((first) => at % 6 === first));
  describe.runIf(hasChromium())(`screens in their states, every sixth from ${firsts.join(", ")}`, () => {
    const screens = useScreens();
    for (const { name, path, options, ready } of chosen) {
      it(`${name}: can be used by everybody in both themes, and fits on a telephone`, async () => {
        const opened = await screens.open(path, { ...options, scheme: "light" });
        await ready(opened);
        await expectAccessibleInBothThemes(opened.page);
        await expectFitsTelephone(opened.page);
      });
    }
  });
};
