import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, job } from "./support/scripted-api.ts";

const running = job({ Status: 11, Step: 3, MaxStep: 12, PublicUrl: null, Orders: null });

describe.runIf(hasChromium())("the polling of exports", () => {
  const screens = useScreens();

  it("continues every second while an export is running, even after a failed poll, which is reported once", async () => {
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
    let seconds = 0;
    /** Advances the page's time until its next call: one second, or more if the last one got no response yet. */
    const nextPoll = async () => {
      const before = polls();
      const passed = async () => {
        await page.clock.runFor(1000);
        seconds += 1;
        return polls();
      };
      await expect.poll(passed, { interval: 300 }).toBeGreaterThan(before);
    };
    await message.waitFor();
    await page.clock.pauseAt("2026-11-20T10:10:00Z");
    await nextPoll();
    const before = polls();
    seconds = 0;
    for (let count = 0; count < 7; count += 1) await nextPoll();
    expect(polls() - before).toBeLessThanOrEqual(seconds + 1);
    // A page that polled less often after each failure would have taken two minutes of its time.
    expect(seconds).toBeLessThan(22);
    expect(await message.count()).toBe(0);
    broken = false;
    await nextPoll();
    broken = true;
    await nextPoll();
    await nextPoll();
    await message.waitFor();
  });
});
