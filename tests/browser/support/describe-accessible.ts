import { describe, it } from "vitest";
import { expectAccessibleInBothThemes, expectFitsTelephone } from "./axe.ts";
import { hasChromium } from "./chromium.ts";
import { scenes } from "./scenes.ts";
import { useScreens } from "./screens.ts";

/** Files that share the scenes. In a single one they took a quarter of an hour, the last minutes with nothing beside them. */
const files = 4;

/** Every fourth scene, from the first, second, third or fourth on: axe in both themes, and the width of a telephone. */
export const describeAccessible = (first: 1 | 2 | 3 | 4): void => {
  describe.runIf(hasChromium())("every screen in every state", () => {
    const screens = useScreens();
    for (const { name, path, options, ready } of scenes.filter((_, at) => at % files === first - 1)) {
      it(`${name}: can be used by everybody in both themes, and fits on a telephone`, async () => {
        const opened = await screens.open(path, { ...options, scheme: "light" });
        await ready(opened);
        await expectAccessibleInBothThemes(opened.page);
        await expectFitsTelephone(opened.page);
      });
    }
  });
};
