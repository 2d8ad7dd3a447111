import { LocalStatus } from "#domain/enumerations.ts";
import type { Scene } from "./scene.ts";
import { account, type Script } from "./scripted-api.ts";
import { liveOrder, liveServer, openEvent, ordersEvent } from "./scripted-live.ts";

const clockFrom = "2026-11-20T12:05:30Z";

const withStatuses = () => {
  const given = liveServer(60);
  const { New, InProgress, Done, Problem } = LocalStatus;
  for (const [at, status] of [New, InProgress, Done, Problem, Done, Done].entries())
    given.server.statuses.set(given.server.orders[at + 1]?.id ?? "", status);
  return given;
};

const scene = (name: string, script: Script, ready: Scene["ready"]): Scene => ({
  name,
  path: "/Live",
  options: { account, script, clockFrom },
  ready,
});

const gathered: Scene["ready"] = ({ page }) => page.getByText("Gathered at: 14:05").waitFor();

const withoutStatuses = () => {
  const given = liveServer(60);
  given.server.hasStatuses = false;
  return given;
};

/** The live report in its states (S-2.2.3). */
export const liveScenes: Scene[] = [
  scene("live-report-statuses", withStatuses().script, gathered),
  scene("live-report-status-offer", withoutStatuses().script, gathered),
  scene("live-report-wall", withStatuses().script, async (opened) => {
    await gathered(opened);
    await opened.page.getByRole("button", { name: "Full screen", exact: true }).click();
    await opened.page.getByRole("list", { name: "Orders by local status" }).waitFor();
  }),
  scene("live-report-configuration", withStatuses().script, async (opened) => {
    await gathered(opened);
    await opened.page
      .getByRole("button", { name: /^Configuration/ })
      .last()
      .click();
    await opened.page.getByRole("heading", { name: "Assign filters" }).waitFor();
  }),
  scene(
    "live-report-new-orders",
    {
      ...withStatuses().script,
      "reportData/live-events": () => ({
        events:
          openEvent +
          ordersEvent(41, { at: "2026-11-20T12:05:20Z" }, liveOrder(1_061), liveOrder(1_062), liveOrder(1_063)),
      }),
    },
    ({ page }) => page.getByText("3 new orders").waitFor(),
  ),
  scene("live-report-history", withStatuses().script, async (opened) => {
    await gathered(opened);
    await opened.page.getByRole("button", { name: "History of the local status of #1059" }).click();
    await opened.page.getByText("New → In progress").waitFor();
  }),
  scene("live-report-no-design", { ...liveServer().script, "reports/get-reports": () => ({ data: [] }) }, ({ page }) =>
    page.getByText("No report design available").waitFor(),
  ),
  scene(
    "live-report-failed",
    {
      ...liveServer().script,
      "reportData/live-table": () => ({
        status: 502,
        error: {
          code: "unavailable",
          message: "The store platform isn't answering right now. Try again in a few minutes.",
        },
      }),
    },
    ({ page }) => page.getByText("The store platform isn't answering right now.").waitFor(),
  ),
  scene("live-report-empty", liveServer(0).script, ({ page }) => page.getByText("no orders match").waitFor()),
];
