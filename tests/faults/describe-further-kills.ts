import { describe, expect, it } from "vitest";
import type { GivenAutomation } from "#tests/support/given-automation.ts";
import { borealis, dailyAt, dayOf, destinationsOf, partner, type Receivers } from "./due-reports.ts";
import {
  afterDecisions,
  around,
  beforeDecisions,
  begun,
  fromDeliverers,
  made,
  ofRun,
  toDeliverers,
  worked,
} from "./due-scenes.ts";
import { expectArrived, judgedKills } from "./judged-kills.ts";
import type { Given } from "./killed-on-and-on.ts";
import type { Place } from "./place.ts";

/** Everything about automated reports except slots that work, with a process killed at each moment of it, one after another, all in one go. */

const ofExtraRun = ["ClaimExtraRun", ...ofRun];
const ofFailure = ["deliverer:before-failed", "deliverer:after-failed", ...around("FailTry"), ...around("EndRun")];

const undelivered = [...made, "DeliveryFailed", "RunEnded"];
/** Three reports, one to each kind of receiver, whose slots were 36 and 12 hours ago; the next one is in 12 hours. */
const three = ({ shop, receivers }: Given, given: GivenAutomation = {}) =>
  shop.automate(destinationsOf(receivers), { schedule: dailyAt(12 * 60), ...given });

const hoursAgo = async (
  { days }: Given,
  hours: number,
  ids: readonly string[],
  act: (id: string) => Promise<unknown>,
) => {
  days.hoursAgo(hours);
  for (const id of ids) await act(id);
};

/** The mail server refuses for good, as failures of a mail don't count otherwise. The others might take it later. */
const refuseAll = ({ smtp, http, sftp }: Receivers): void => {
  smtp.refuses.set(partner, 550);
  http.answer = { status: 500 };
  sftp.fault = "full";
};

const given = {
  /** Two slots came while they were paused, and the merchant wants a report of each. */
  caughtUp: async (world: Given) => {
    const ids = await three(world);
    await hoursAgo(world, 49, ids, world.days.pause);
    await hoursAgo(world, 2, ids, (id) => world.days.start(id, "each"));
    return ids;
  },
  calledOff: async (world: Given) => {
    const ids = await given.caughtUp(world);
    await hoursAgo(world, 1, ids, world.days.pause);
    return ids;
  },
  /** Suspended over the first slot; the merchant has started them again. */
  retried: async (world: Given) => {
    const ids = await three(world);
    await hoursAgo(world, 30, ids, world.days.suspend);
    await hoursAgo(world, 1, ids, (id) => world.days.start(id, "one"));
    return ids;
  },
  /** Nothing but the test is due. */
  tested: async (world: Given) => {
    world.days.hoursAgo(1);
    const ids = await three(world);
    await hoursAgo(world, 0, ids, world.days.test);
    return ids;
  },
  /** The first slot failed four times in a row; the second is due. */
  atTheLimit: async (world: Given) => {
    const ids = await three(world);
    await hoursAgo(world, 30, ids, world.days.failFourTimes);
    return ids;
  },
  /** The first slot came in a pause which ended unseen; the second is due. */
  unseen: async (world: Given) => {
    const ids = await three(world, { enabled: false });
    await hoursAgo(world, 20, ids, world.days.enable);
    return ids;
  },
  /** The first slot is due, and was the last one. */
  over: (world: Given) => three(world, { schedule: { ...dailyAt(12 * 60), endsTo: dayOf(36) } }),
};

const extra = ["ExtraRunClaimed", "ExtraRunSettled"];

/** `at`: external engines. Their files must equal those of one folder, byte for byte. */
export const describeFurtherKills = (at?: () => Promise<Place>): void => {
  describe("given two schedulers, exporters and deliverers, and three reports, one to each kind of receiver", () => {
    const { see } = judgedKills(at);

    it.each([
      ["schedulers that have decided are", afterDecisions(ofExtraRun)],
      ["schedulers that were about to are", beforeDecisions(ofExtraRun)],
      ["exporters and deliverers are", toDeliverers],
      ["deliverers that have delivered are", fromDeliverers],
    ])(
      "when two catch-ups are due, and %s killed at each moment, then both arrive once, each with its own period",
      async (_, moments) => {
        const seen = await see(moments, { given: given.caughtUp, ledger: [...extra, ...extra], run: worked });
        expectArrived(seen, 2);
        for (const [first, second] of seen.covered) expect(second?.from).toBe(first?.to);
      },
    );

    it.each([
      ["schedulers that have decided are", afterDecisions(ofExtraRun)],
      ["schedulers that were about to are", beforeDecisions(ofExtraRun)],
      ["exporters and deliverers are", toDeliverers],
      ["deliverers that have delivered are", fromDeliverers],
    ])(
      "when suspended reports are retried, and %s killed at each moment, then one report arrives for the whole time",
      async (_, moments) => {
        const seen = await see(moments, { given: given.retried, ledger: extra, run: worked, alerts: 3 });
        // The mail about the suspension, which nobody had sent yet.
        expectArrived(seen, 1);
      },
    );

    it("when that fails again, and one is killed at each moment, then each stays suspended, alerted once", async () => {
      const seen = await see([...around("ClaimExtraRun"), ...ofFailure], {
        given: async (world) => {
          refuseAll(world.receivers);
          return given.retried(world);
        },
        ledger: ["ExtraRunClaimed", "TryFailed", "ExtraRunSettled"],
        run: undelivered,
        alerts: 3,
      });
      expect([seen.mails, seen.files]).toEqual([[], []]);
    });

    it.each([
      ["schedulers that have decided are", afterDecisions(ofRun)],
      ["schedulers that were about to are", beforeDecisions(ofRun)],
      ["exporters and deliverers are", toDeliverers],
      ["deliverers that have delivered are", fromDeliverers],
    ])(
      "when a test run was requested, and %s killed at each moment, then the test arrives once",
      async (_, moments) => {
        expectArrived(await see(moments, { given: given.tested, ledger: ["ExtraRunSettled"], run: worked }), 1);
      },
    );

    it("when a test run fails, and one is killed at each moment, then it fails once, without alerts", async () => {
      const seen = await see(ofFailure, {
        given: async (world) => {
          refuseAll(world.receivers);
          return given.tested(world);
        },
        ledger: ["ExtraRunSettled"],
        run: undelivered,
      });
      expect([seen.mails, seen.files, seen.alerts]).toEqual([[], [], []]);
    });

    it.each([
      ["one is", ofFailure],
      ["one that sends the alert is", ["deliverer:after-sent-before-complete"]],
    ])(
      "when the fifth attempt in a row fails, and %s killed at each moment, then there is one suspension and alert",
      async (_, moments) => {
        const seen = await see(moments, {
          given: async (world) => {
            refuseAll(world.receivers);
            return given.atTheLimit(world);
          },
          ledger: ["SlotClaimed", "TryFailed", "SlotSettled", "Suspended"],
          alerts: 3,
          run: undelivered,
        });
        expect([seen.mails, seen.files]).toEqual([[], []]);
      },
    );

    it("when the store refuses the app, and one is killed at each moment, then each export fails once", async () => {
      const moments = [
        "export:before-failed",
        "export:after-failed-before-complete",
        ...around("FailRunExport"),
        ...around("FailTry"),
        ...around("EndRun"),
      ];
      const seen = await see(moments, {
        given: async (world) => {
          const ids = await given.atTheLimit(world);
          world.store.shopServices(borealis.shop).grants.revoke();
          return ids;
        },
        ledger: ["SlotClaimed", "TryFailed", "SlotSettled", "Suspended"],
        alerts: 3,
        run: [...begun, "RunExportFailed", "RunEnded"],
      });
      expectArrived(seen, 0);
      expect(seen.alerts.length, "no deliverer died").toBe(3);
    });

    it("when a paused slot was missed, and a scheduler is killed at each moment, then it is skipped once", async () => {
      const ledger = ["SlotsSkipped", "SlotClaimed", "SlotSettled"];
      expectArrived(await see(around("SkipSlots"), { given: given.unseen, ledger, run: worked }), 1);
    });

    it("when the last slot is past, and a scheduler is killed at each moment, then each expires once", async () => {
      const ledger = ["SlotClaimed", "SlotSettled", "AutomationExpired"];
      expectArrived(await see(around("Expire"), { given: given.over, ledger, run: worked }), 1);
    });

    it("when a pause cancels catch-ups, and a scheduler is killed at each moment, then none arrives", async () => {
      expectArrived(
        await see(around("CallOff"), { given: given.calledOff, ledger: ["CatchUpsCalledOff"], run: [] }),
        0,
      );
    });
  });
};
