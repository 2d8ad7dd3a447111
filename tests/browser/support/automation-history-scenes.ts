import { Frequency } from "#domain/enumerations.ts";
import { automationsNow } from "./automation-list-scenes.ts";
import type { Scene } from "./scene.ts";
import { account, type Script } from "./scripted-api.ts";
import { hourlySlots, run, runsServer, usualRuns, waitingRun } from "./scripted-history-of-runs.ts";

type Given = Parameters<typeof runsServer>[0];

const scene = (name: string, given: Given, ready: Scene["ready"], change: Script = {}): Scene => ({
  name: `automation-history${name}`,
  path: "/Automation/History/a1",
  get options() {
    return { account, clockFrom: automationsNow, script: { ...runsServer(given).script, ...change } };
  },
  ready,
});

/** It was deleted, and its history is still there. */
export const deletedReport: Script = {
  "automations/get-automation/a1": () => ({ status: 404, error: { code: "Unknown", message: "No." } }),
  "automations/deleted": () => ({
    data: [{ id: "a1", title: "Accounting, every morning", DeletedAt: "2026-11-23T11:40:00.000Z", Version: 7 }],
  }),
};

const there: Scene["ready"] = async ({ page }) => {
  await page.getByRole("group", { name: "November 2026" }).waitFor();
  await page.getByText("3 reports were skipped while this was paused.").waitFor();
};

/** Histories of an automated report, in its states (S-2.2.6). */
export const automationHistoryScenes: Scene[] = [
  scene("", {}, there),
  scene("-tries", {}, async (opened) => {
    await there(opened);
    await opened.page.getByRole("button", { name: "2 attempts" }).click();
    await opened.page.getByText("Attempt 2: Failed").scrollIntoViewIfNeeded();
  }),
  scene("-made", {}, async (opened) => {
    await there(opened);
    await opened.page.getByRole("button", { name: "How it was made, 2026/11/22 00:01" }).last().click();
    await opened.page.getByRole("heading", { name: "What happened" }).waitFor();
  }),
  scene("-waiting", { runs: [waitingRun, ...usualRuns.slice(1)] }, async (opened) => {
    await there(opened);
    await opened.page.getByRole("button", { name: /^Try now/ }).scrollIntoViewIfNeeded();
  }),
  scene("-send-again", {}, async (opened) => {
    await there(opened);
    await opened.page.getByRole("button", { name: "Send again, 2026/11/17 00:01" }).click();
    await opened.page.getByRole("dialog", { name: "Send this report again?" }).waitFor();
  }),
  scene("-hourly", { automation: { schedule: Frequency.Hourly }, slots: hourlySlots }, ({ page }) =>
    page.getByRole("group", { name: "Mon 23 Nov" }).waitFor(),
  ),
  scene("-monthly", { automation: { schedule: Frequency.Monthly }, runs: [run(1), run(2), run(3)] }, ({ page }) =>
    page.getByRole("group", { name: "2026" }).waitFor(),
  ),
  scene("-empty", { runs: [] }, ({ page }) => page.getByText("There are no automation exports yet.").waitFor()),
  scene("-deleted", {}, ({ page }) => page.getByText("The one under way will still be sent").waitFor(), deletedReport),
  scene("-loading", {}, ({ page }) => page.getByRole("status", { name: "Loading the history" }).waitFor(), {
    "reporting/automation-history/a1": () => "no answer yet",
  }),
  scene("-failed", {}, ({ page }) => page.getByText("The server is busy. Try again in a moment.").waitFor(), {
    "reporting/automation-history/a1": () => ({
      status: 503,
      error: { code: "Busy", message: "The server is busy. Try again in a moment." },
    }),
  }),
];
