import { Delay, Frequency, type Weekday } from "#domain/enumerations.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { ResumeChoice } from "#domain/ledger/events.ts";
import type { AutomationSchedule } from "#domain/workspace/automations/automation.ts";
import { type Service, services } from "./processes.ts";
import { rearrangementsOf } from "./rearrange.ts";
import type { Weather } from "./receivers.ts";
import type { OpenShop, Report } from "./shops.ts";
import type { Befall, Dice, Stage } from "./stage.ts";

const hour = 3_600_000;
const day = 24 * hour;

const pick = <T>(dice: Dice, from: readonly T[]): T => {
  const one = from[Math.floor(dice() * from.length)];
  if (one === undefined) throw new RangeError("There is nothing to pick from.");
  return one;
};
/** Most are short, some are very long: with a power every length has its turn. */
const lasting = (dice: Dice, longest: number): number => 60_000 + Math.floor(dice() ** 3 * longest);

const newSchedule = (dice: Dice, now: string, before: AutomationSchedule): AutomationSchedule => {
  const inDays = (days: number) => new Date(Date.parse(now) + days * day).toISOString().slice(0, 10);
  const slower = dice() < 0.1 ? byHours : byDays;
  const changes: AutomationSchedule = {
    ...before,
    // An hourly report stays one: it is what gaps and outages hurt most.
    frequency: before.frequency <= Frequency.Every2Hours ? before.frequency : pick(dice, slower),
    delay: dice() < 0.6 ? Delay.NoDelay : pick(dice, Object.values(Delay)),
    customWeeklyDay: Math.floor(dice() * 7) as Weekday,
    customMonthlyDay: pick(dice, [1, 15, 28, 29, 30, 31]),
    customHour: pick(dice, [0, 1, 59, 120, 150, 180, 720, 1_439]),
    startsFrom: dice() < 0.2 ? inDays(Math.floor(dice() * 10)) : null,
    endsTo: dice() < 0.1 ? inDays(12 + Math.floor(dice() * 10)) : null,
  };
  return changes;
};

const byHours = [Frequency.Every4Hours, Frequency.Every6Hours, Frequency.Every8Hours, Frequency.Every12Hours];
const byDays = Object.values(Frequency).filter((one) => one >= Frequency.Daily && one !== Frequency.Every6Hours);
type Chosen = { shop: OpenShop; report: Report };
const choices: readonly ResumeChoice[] = ["nothing", "one", "each"];

/** The merchants' actions. */
export const createMerchants = ({ world, shops, zones, dice }: Stage) => {
  const { runner, clock } = world;
  const everyReport = () =>
    shops.flatMap((shop) => shop.reports.filter(({ isGone }) => !isGone).map((report) => ({ shop, report })));
  const isSuspended = async ({ automationId }: Report): Promise<boolean> =>
    (await runner.load(ledgerDecider, automationId)).state.suspended !== null;
  return {
    async pause() {
      const { shop, report } = pick(dice, everyReport());
      await shop.edit(report, { enabled: false });
    },
    async edit() {
      const { shop, report } = pick(dice, everyReport());
      const { schedule } = await shop.definitionOf(report.automationId);
      await shop.edit(report, { schedule: newSchedule(dice, clock.now().toISOString(), schedule) });
    },
    move: () => pick(dice, shops).move(pick(dice, zones)),
    /** Someone starts a report, pauses it when what was chosen has hardly begun, and starts it with another choice. */
    async startsAtLeisure(chosen: Chosen, choice: ResumeChoice) {
      const { shop, report } = chosen;
      if (report.isGone) return;
      const { enabled } = await shop.definitionOf(report.automationId);
      if (!enabled || (await isSuspended(report))) await shop.start(report, choice);
    },
    async pauses({ shop, report }: Chosen) {
      if (report.isGone) return;
      const { enabled } = await shop.definitionOf(report.automationId);
      if (enabled) await shop.edit(report, { enabled: false });
    },
    anyReport: (): Chosen => pick(dice, everyReport()),
    /** Someone checks all reports and starts some or all of the stopped ones. */
    async visit(how: "some" | "all") {
      for (const { shop, report } of everyReport()) {
        const { enabled, schedule } = await shop.definitionOf(report.automationId);
        if (how === "some" && dice() < 0.5) continue;
        if (how === "all" && schedule.endsTo !== null)
          await shop.edit(report, { schedule: { ...schedule, endsTo: null } });
        if (!enabled && dice() < 0.3) await shop.edit(report, { enabled: true });
        else if (!enabled || (await isSuspended(report))) await shop.start(report, pick(dice, choices));
      }
    },
  };
};

/** Switches that several incidents can share. They are off again when all have released them. */
const held = <Name>(apply: (name: Name, on: boolean) => void) => {
  const holders = new Map<Name, number>();
  return (name: Name, by: 1 | -1): void => {
    const count = (holders.get(name) ?? 0) + by;
    holders.set(name, count);
    apply(name, count > 0);
  };
};

/**
 * Incidents of reports between two instants (ms), in order: services that stop, processes that die, faults of the
 * platform and of receivers, and merchants' actions. `perMonth`: the frequency.
 */
export const befallsOf = (stage: Stage, from: number, to: number, intensity = 1): Befall[] => {
  const { world, shops, dice } = stage;
  const { receivers, platform, down } = world;
  const months = (to - from) / (30 * day);
  const befalls: Befall[] = [];
  const merchants = createMerchants(stage);
  /** Now and then merchants act on the hour, as slots do. */
  const moment = (): number => {
    const at = from + Math.floor(dice() * (to - from));
    return dice() < 0.2 ? Math.ceil(at / hour) * hour : at;
  };
  const often = (perMonth: number, add: (at: number) => void): void => {
    for (let n = 0; n < Math.ceil(perMonth * months * intensity); n += 1) add(moment());
  };
  const one = (what: string, act: Befall["do"]) => (at: number) => befalls.push({ at, what, do: act });
  const stretch = (what: string, longest: number, begin: Befall["do"], end: Befall["do"]) => (at: number) => {
    befalls.push({ at, what, do: begin });
    befalls.push({ at: Math.min(to, at + lasting(dice, longest)), what: `end of ${what}`, do: end });
  };

  const outage = held<Service>((service, on) => void (on ? down.add(service) : down.delete(service)));
  for (const service of services) {
    often(
      8,
      stretch(
        `outage of ${service}`,
        40 * hour,
        () => outage(service, 1),
        () => outage(service, -1),
      ),
    );
    often(
      service === "deliverer" ? 40 : 25,
      one(`kill of ${service}`, () =>
        world.kill(service, 1 + Math.floor(dice() * 12), dice() < 0.5 ? "before" : "after"),
      ),
    );
  }
  for (const weather of ["down", "kept"] as const) {
    const hold = held<string>((_, on) => {
      platform.weather = on ? weather : "works";
    });
    const longest = weather === "down" ? 20 * hour : 3 * hour;
    often(
      5,
      stretch(
        `platform ${weather}`,
        longest,
        () => hold(weather, 1),
        () => hold(weather, -1),
      ),
    );
  }
  for (const weather of ["busy", "lost", "closed"] as const satisfies readonly Weather[]) {
    const hold = held<string>((_, on) => receivers.set(on ? weather : "works"));
    const longest = weather === "busy" ? 15 * hour : 2 * hour;
    often(
      7,
      stretch(
        `receivers ${weather}`,
        longest,
        () => hold(weather, 1),
        () => hold(weather, -1),
      ),
    );
  }
  // File servers are down for days, as reports are written once a day. The judge notices repeated writes.
  const muffling = held<"files">((_, on) => receivers.muffle(on));
  often(
    5,
    stretch(
      "servers of files muffled",
      6 * day,
      () => muffling("files", 1),
      () => muffling("files", -1),
    ),
  );
  const reports = shops.flatMap((shop) => shop.reports).length;
  often(reports / 2, one("pause", merchants.pause));
  often(reports, one("edit", merchants.edit));
  often(
    40,
    one("visit", () => merchants.visit("some")),
  );
  often(shops.length / 4, one("move", merchants.move));
  often(reports, (at) => {
    const chosen = merchants.anyReport();
    const [first, second] = [at + lasting(dice, 3 * day), lasting(dice, 20 * 60_000)];
    const last = first + second + lasting(dice, 2 * day);
    one("pause of one", () => merchants.pauses(chosen))(at);
    one("start of one", () => merchants.startsAtLeisure(chosen, pick(dice, ["one", "each"])))(Math.min(to, first));
    one("second thoughts", () => merchants.pauses(chosen))(Math.min(to, first + second));
    one("another choice", () => merchants.startsAtLeisure(chosen, pick(dice, choices)))(Math.min(to, last));
  });
  for (const shop of shops) {
    let away = false;
    const leaving = (what: string, leave: () => Promise<void>, back: () => Promise<void>) => {
      let mine = false;
      return stretch(
        what,
        6 * day,
        async () => {
          if (away) return;
          [away, mine] = [true, true];
          await leave();
        },
        async () => {
          if (!mine) return;
          [away, mine] = [false, false];
          await back();
        },
      );
    };
    often(0.4, (at) => leaving("unpaid", shop.stopPaying, shop.pay)(at));
    often(0.3, (at) => leaving("uninstalled", shop.uninstall, shop.comeBack)(at));
  }
  befalls.push(...rearrangementsOf(stage, from, to, intensity));
  return befalls.sort((before, after) => before.at - after.at);
};
