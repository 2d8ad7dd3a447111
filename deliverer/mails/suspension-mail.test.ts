import { afterEach, describe, expect, it } from "vitest";
import { runJob } from "#application/jobs/run-job.ts";
import { metadataAt } from "#domain/core/context-for-tests.ts";
import { DestinationKind, FtpProtocol } from "#domain/enumerations.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { Destination } from "#domain/workspace/automations/destination.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { type SmtpServer, startSmtp } from "#tests/protocols/smtp-server.ts";
import { setUpDeliverer, tenant } from "#tests/support/deliverer-for-tests.ts";
import { mailReactions } from "../reactions.ts";
import { mailKind, mailLane } from "./mail-job.ts";
import { createMailJob } from "./send-mail.ts";

let server: SmtpServer;
afterEach(() => server.close());

const publicly: Destination = { kind: DestinationKind.PublicUrl, reportName: "Orders" };

/** A report that was stopped. `hear` delivers its event, `send` sends the mails that are due. */
const givenSuspended = async () => {
  server = await startSmtp();
  const sheaf = await setUpDeliverer({ mail: server.mail });
  const { deps, clock } = sheaf;
  const automationId = await sheaf.givenReport(publicly);
  const stream = `automation-${automationId}`;
  let suspended = 0;
  const suspend = async () => {
    suspended += 1;
    const data = {
      slot: "2026-11-19T22:01:00.000Z",
      period: { from: "2026-11-18T22:00:00.000Z", to: "2026-11-19T22:00:00.000Z" },
      run: `run-${suspended}`,
      failedTries: 5,
      reason: "ftp.example <takes> no connections.",
      firstFailure: { at: "2026-11-15T20:01:08.000Z", reason: "The server has run out of space." },
    };
    const event = {
      id: `e${suspended}`,
      type: "Suspended",
      data,
      metadata: { ...metadataAt("2026-11-20T11:00:00.000Z", { tenant }) },
    };
    const expectedVersion = suspended === 1 ? "no-stream" : suspended - 2;
    await sheaf.ports.eventStore.appendToStream(stream, [event], { expectedVersion });
  };
  const hear = async () => mailReactions(deps)(await sheaf.ports.eventStore.readStream(stream));
  const send = async () => {
    const handlers = { [mailKind]: createMailJob(deps) };
    const { signal } = new AbortController();
    for (;;) {
      const job = await deps.queue.claim({ kinds: [mailKind], lanes: [mailLane], worker: "w", leaseMs: 1_000 });
      if (!job) return;
      await runJob({ queue: deps.queue, clock, log: deps.log, handlers, signal }, job);
    }
  };
  await suspend();
  await hear();
  return { ...sheaf, automationId, suspend, hear, send };
};

describe("The mail about a suspended report", () => {
  it("goes to the shop's own address, says why and since when, and links to the report's history", async () => {
    const { automationId, send, logged } = await givenSuspended();
    await send();
    const [arrived] = server.arrived;
    expect(arrived?.to).toEqual(["owner@aurora.example"]);
    expect(arrived?.mail).toMatchObject({
      subject: '"Daily orders" has stopped',
      messageId: "<suspended-run-1@sheaf.example>",
    });
    expect(arrived?.mail.text?.trim().split("\n\n")).toEqual([
      'Your automated report "Daily orders" has stopped, because 5 attempts in a row failed. It sends nothing until you start it again.',
      "Why: ftp.example <takes> no connections.",
      "It first failed on 15 Nov 2026, 10:01 PM: The server has run out of space.",
      "Fix the cause, then start the report. You'll get everything that failed or was skipped meanwhile.",
      `See what happened: https://sheaf.example/Automation/History/${automationId}`,
    ]);
    expect(arrived?.mail.html).toContain("ftp.example &lt;takes&gt; no connections.");
    expect(arrived?.mail.html).toContain(`<a href="https://sheaf.example/Automation/History/${automationId}">`);
    expect(logged()).not.toContain("owner@");
  });

  it("is sent once per suspension if its event is delivered several times", async () => {
    const { suspend, hear, send } = await givenSuspended();
    await hear();
    await send();
    await hear();
    await send();
    expect(server.arrived).toHaveLength(1);
    await suspend();
    await hear();
    await send();
    expect(server.arrived.map(({ mail }) => mail.messageId)).toEqual([
      "<suspended-run-1@sheaf.example>",
      "<suspended-run-2@sheaf.example>",
    ]);
  });

  it("doesn't say that sending is stopped if the report was started again before the mail went out", async () => {
    const { automationId, ports, send } = await givenSuspended();
    const retryOf = {
      slot: "2026-11-19T22:01:00.000Z",
      period: { from: "2026-11-18T22:00:00.000Z", to: "2026-11-19T22:00:00.000Z" },
    };
    const started = {
      id: "started",
      type: "Resumed",
      data: { choice: "nothing", catchUps: [], retry: true, retryOf, calledOff: [] },
      metadata: metadataAt("2026-11-20T11:30:00.000Z", { tenant }),
    };
    await ports.eventStore.appendToStream(`automation-${automationId}`, [started], { expectedVersion: 0 });
    await send();
    const [arrived] = server.arrived;
    expect(arrived?.mail.subject).toBe('"Daily orders" had stopped');
    expect(arrived?.mail.text).toContain("It has been started again since.");
    expect(arrived?.mail.text).not.toMatch(/sends nothing|start the report/);
  });

  it("goes to the shop's alert address, or to the shop itself if that address was erased", async () => {
    const { ports, onShop, suspend, hear, send } = await givenSuspended();
    const [wanted = ""] = await ports.vault.putOnce(["alerts@aurora.example"], { owner: tenant, prefix: "pv:" });
    const { state } = await ports.runner.load(shopDecider, tenant);
    if (state.status !== "authorized") throw new Error("There is no shop.");
    const { preferences: base } = state;
    const alerts = { base: "", wanted, typed: "alerts@aurora.example" };
    await onShop((context) => ({ type: "ChangePreferences", base, wanted: base, alerts, context }));
    await send();
    expect(server.arrived.map(({ to }) => to)).toEqual([["alerts@aurora.example"]]);
    await ports.vault.erase(wanted);
    await suspend();
    await hear();
    await send();
    expect(server.arrived.at(-1)?.to).toEqual(["owner@aurora.example"]);
  });

  it("shows times in UTC if this machine doesn't know the shop's time zone", async () => {
    const { ports, onShop, send } = await givenSuspended();
    const { state } = await ports.runner.load(shopDecider, tenant);
    if (state.status !== "authorized") throw new Error("There is no shop.");
    const profile = { ...state.profile, ianaTimezone: "America/Atlantis" };
    await onShop((context) => ({ type: "AuthorizeShop", scopes: [], profile, context }));
    await send();
    expect(server.arrived[0]?.mail.text).toContain("It first failed on 15 Nov 2026, 8:01 PM");
  });

  it("says that another report overwrites its files, if both ran before Sheaf refused that", async () => {
    const { automationId, ports, givenReport, send } = await givenSuspended();
    const other = await givenReport({ ...publicly, reportName: "Others" });
    const { state, version } = await ports.runner.load(workspaceDecider, tenant);
    const to: Destination = {
      kind: DestinationKind.Ftp,
      protocol: FtpProtocol.FTP,
      host: "ftp.example",
      port: null,
      directory: "in",
      username: "",
      password: "",
    };
    const moved = [automationId, other].map((id, n) => ({
      id: `moved-${n}`,
      type: "AutomationDestinationChanged",
      data: { automationId: id, from: publicly, to },
      metadata: { ...metadataAt("2026-11-20T11:00:00.000Z", { tenant }) },
    }));
    await ports.eventStore.appendToStream(`workspace-${tenant}`, moved, { expectedVersion: version });
    await send();
    const title = state.automations.find((one) => one.automationId === other)?.title;
    expect(server.arrived[0]?.mail.text).toContain(
      `Also: "${title}" puts files with the same names into the same folder, so the two overwrite each other's files.`,
    );
  });

  it("is not sent to a shop that has uninstalled Sheaf", async () => {
    const { onShop, send } = await givenSuspended();
    await onShop((context) => ({ type: "UninstallShop", webhookId: "w", context }));
    await send();
    expect(server.arrived).toEqual([]);
  });
});
