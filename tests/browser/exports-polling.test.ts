import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, job } from "./support/scripted-api.ts";

const running = job({ Status: 11, Step: 3, MaxStep: 12, PublicUrl: null, Orders: null });

describe.runIf(hasChromium())("the polling of exports", () => {
  const screens = useScreens();

  it("asks every second while something runs, also after a poll that failed, and says what failed once", async () => {
    let broken = true;
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      clockFrom: "2026-11-20T10:05:00Z",
      script: {
        ...withDesigns,
        "reporting/getExportList": () => ({ data: [running] }),
        "reporting/pollExportList": () =>
          broken ? { status: 500, error: { code: "Broken", message: "Progress is unknown." } } : { data: [running] },
      },
    });
    const polls = () => callsOf("reporting/pollExportList").length;
    const message = page.getByText("Progress is unknown.");
    /** Lets one second of the page's time pass, and the poll that it brings be answered. */
    const second = async () => {
      const before = polls();
      await page.clock.runFor(1000);
      await expect.poll(polls).toBeGreaterThan(before);
    };
    await message.waitFor();
    await page.clock.pauseAt("2026-11-20T10:10:00Z");
    await second();
    const before = polls();
    for (let count = 0; count < 7; count += 1) await second();
    expect(polls() - before).toBeLessThan(9);
    expect(await message.count()).toBe(0);
    broken = false;
    await second();
    broken = true;
    await second();
    await page.clock.runFor(1000);
    await message.waitFor();
  });
});
