import { describe, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { scenes } from "./support/scenes.ts";
import { useScreens } from "./support/screens.ts";

describe.runIf(hasChromium())("every screen in every state", () => {
  const screens = useScreens();
  for (const { name, path, options, ready } of scenes) {
    it(`${name}: can be used by everybody in both themes, and fits on a telephone`, async () => {
      const opened = await screens.open(path, { ...options, scheme: "light" });
      await ready(opened);
      for (const colorScheme of ["light", "dark"] as const) {
        await opened.page.emulateMedia({ colorScheme });
        await expectAccessible(opened.page);
      }
      await expectFitsTelephone(opened.page);
    });
  }
});
