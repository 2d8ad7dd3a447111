import { describe, expect, it } from "vitest";
import { type PagePath, pages } from "../../frontend/shared/navigation/pages.ts";
import { paths } from "../../frontend/shared/navigation/paths.ts";
import { hasChromium } from "./support/chromium.ts";
import { scenes } from "./support/scenes.ts";
import { useScreens } from "./support/screens.ts";
import { loadSlowly } from "./support/slow-load.ts";

/** The largest sum of one load. Browsers call up to 0.1 good. */
const mostShift = 0.02;

/** Scenes of every page. A page without any only leads on. */
const scenesOf: Readonly<Record<PagePath, readonly string[]>> = {
  [paths.reports]: ["reports", "reports-newcomer", "reports-filter"],
  [paths.live]: ["live-report-statuses"],
  [paths.manager]: ["manager", "manager-empty"],
  [paths.automation]: ["automations"],
  [paths.automationHistory]: ["automation-history"],
  [paths.filterEditor]: ["filter-editor"],
  [paths.reportDesigner]: ["report-design-edited"],
  [paths.automationEditor]: ["automation-editor"],
  [paths.contactUs]: ["contact-us"],
  [paths.configuration]: ["configuration"],
  [paths.columns]: ["columns"],
  [paths.plan]: ["plan"],
  [paths.documents]: ["documents"],
  [paths.privacyNotice]: ["privacy-notice"],
  [paths.termsOfService]: ["terms-of-service"],
  [paths.dataProtectionAgreement]: ["data-protection-agreement"],
  [paths.login]: ["login"],
  [paths.install]: ["install"],
  [paths.acceptTerms]: ["terms"],
  [paths.offline]: ["offline"],
  [paths.loginCallback]: [],
  [paths.acceptCharge]: [],
  [paths.selectTier]: [],
  [paths.impersonate]: [],
  [paths.impersonateDebug]: [],
  [paths.impersonationEnded]: [],
};

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

describe.runIf(hasChromium())("a page that loads slowly, answer by answer", () => {
  const screens = useScreens();
  const names = [...pages.flatMap(({ path }) => scenesOf[path]), "not-found"];

  it.each(names)("%s: nothing jumps, and the console stays empty", async (name) => {
    const scene = scenes.find((one) => one.name === name);
    if (!scene) throw new Error(`There is no scene ${name}.`);
    for (const size of sizes) {
      const opened = await screens.open("/favicon.svg", { ...scene.options, ...size });
      const load = await loadSlowly(opened.page, scene.path);
      await scene.ready(opened);
      const shifts = await load.shifts();
      const sum = shifts.reduce((all, { value }) => all + value, 0);
      console.log(`${name}, ${size.width} px: layout shift ${sum.toFixed(4)}.`);
      expect(sum, JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(mostShift);
      expect(load.messages, `${size.width} px`).toEqual([]);
      await opened.close();
    }
  });
});
