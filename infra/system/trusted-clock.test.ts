import { describe, expect, it } from "vitest";
import { createFakeClock } from "../memory/clock.ts";
import { createTrustedClock } from "./trusted-clock.ts";

const hour = 3_600_000;
const start = "2026-11-20T12:00:00.000Z";

const given = ({ isFixed = false } = {}) => {
  const clock = createFakeClock(start);
  let asleep = 0;
  const said: string[] = [];
  const trusted = createTrustedClock({
    clock,
    sleptMs: () => asleep,
    isFixed,
    onDoubt: ({ ahead }) => said.push(`doubt ${ahead / hour}`),
    onTrust: (how) => said.push(how),
  });
  return {
    clock,
    trusted,
    said,
    at: () => trusted.now().toISOString().slice(11, 16),
    sleep: (ms: number) => {
      asleep += ms;
      clock.jump(ms);
    },
  };
};

describe("business time", () => {
  it("follows the machine's clock, including small corrections", () => {
    const { clock, at, said } = given();
    clock.advance(hour);
    clock.jump(30_000);
    clock.advance(hour);
    expect([at(), said]).toEqual(["14:00", []]);
  });

  it("keeps running on its own while the machine's clock is days ahead, until that is corrected", () => {
    const { clock, trusted, at, said } = given();
    clock.jump(72 * hour);
    expect([at(), trusted.doubt()]).toEqual(["12:00", { ahead: 72 * hour }]);
    clock.advance(hour);
    expect(at()).toBe("13:00");
    clock.jump(-72 * hour);
    expect([at(), trusted.doubt()]).toEqual(["13:00", undefined]);
    expect(said).toEqual(["doubt 72", "mended"]);
  });

  it("follows a clock that is set back and then forward again", () => {
    const { clock, at, said } = given();
    clock.jump(-2 * hour);
    expect(at()).toBe("10:00");
    clock.advance(hour);
    clock.jump(2 * hour);
    expect([at(), said]).toEqual(["13:00", []]);
  });

  it("includes the time a machine was asleep", () => {
    const { sleep, at, said } = given();
    sleep(8 * hour);
    expect([at(), said]).toEqual(["20:00", []]);
  });

  it("catches up on a machine that is often stopped and never runs for six hours at a time", () => {
    const { clock, trusted } = given();
    for (let day = 0; day < 30; day += 1)
      for (let stop = 0; stop < 6; stop += 1) {
        clock.advance(4 * hour);
        trusted.doubt();
        clock.jump(hour);
        trusted.doubt();
      }
    expect(trusted.doubt()?.ahead).toBeLessThanOrEqual(4 * hour);
  });

  it("trusts a clock that has stayed ahead for six hours, and a further jump six hours after it", () => {
    const { clock, trusted, said } = given();
    const days = () => (trusted.doubt()?.ahead ?? 0) / (24 * hour);
    clock.jump(24 * hour);
    expect(days()).toBe(1);
    clock.advance(5 * hour);
    clock.jump(24 * hour);
    expect(days()).toBe(2);
    clock.advance(hour);
    expect(days()).toBe(1);
    clock.advance(6 * hour);
    expect(days()).toBe(0);
    expect(said).toEqual(["doubt 24", "doubt 48", "believed", "doubt 24", "believed"]);
  });

  it("stands still if it is fixed", () => {
    const { clock, at, trusted } = given({ isFixed: true });
    clock.advanceWall(24 * hour);
    expect([at(), trusted.doubt()]).toEqual(["12:00", undefined]);
  });
});
