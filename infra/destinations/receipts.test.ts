import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { aDelivery, clock, never, newDestinations, patience } from "#tests/protocols/destinations-for-tests.ts";
import { type HttpServer, startHttp } from "#tests/protocols/http-server.ts";
import { type SmtpServer, startSmtp } from "#tests/protocols/smtp-server.ts";
import type { Destination } from "../ports/destination.ts";
import type { Json } from "../ports/json.ts";
import { StoreBusy } from "../ports/store-errors.ts";
import type { StateStore } from "../ports/stores/state-store.ts";

let smtp: SmtpServer;
let http: HttpServer;
beforeEach(async () => {
  [smtp, http] = await Promise.all([startSmtp(), startHttp()]);
});
afterEach(() => Promise.all([smtp.close(), http.close()]));

const ways: [string, () => Destination, () => number][] = [
  [
    "mail",
    () => ({
      kind: "email",
      recipients: ["ann@partner.example"],
      ...{ fromName: "", replyTo: "", subject: "", message: "", asLink: false },
    }),
    () => smtp.arrived.length,
  ],
  [
    "webhook",
    () => ({ kind: "webhook", method: "POST", url: `${http.origin}/in`, secret: "s3cret" }),
    () => http.calls.length,
  ],
];

/** Two deliverers with one state store, which fails for both once a receiver has got something. */
const given = (arrived: () => number) => {
  const store = createMemoryStateStore(clock);
  const world = { isBack: false, triedInVain: 0 };
  const ask = <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (world.isBack || arrived() === 0) return work();
    world.triedInVain += 1;
    return Promise.reject(new StoreBusy("The state store does not answer."));
  };
  const stateStore: StateStore = {
    ...store,
    get: <Value extends Json>(key: string) => ask(() => store.get<Value>(key)),
    put: (...put) => ask(() => store.put(...put)),
  };
  const deliverer = (othersMs = 20_000) =>
    newDestinations({ stateStore, mail: smtp.mail, timeouts: { ...patience, othersMs } }).destinations;
  return { world, deliverer };
};

describe.each(ways)("a confirmation received just as the state store failed, by %s", (_way, to, arrived) => {
  it("is recorded as soon as the store is back, and the report is not sent again", async () => {
    const { world, deliverer } = given(arrived);
    const delivering = deliverer().deliver(aDelivery(to()), never);
    await expect.poll(() => world.triedInVain).toBeGreaterThan(1);
    world.isBack = true;
    expect(await delivering).toMatchObject({ before: false });
    expect(await deliverer().deliver(aDelivery(to()), never)).toMatchObject({ before: true });
    expect(arrived()).toBe(1);
  });

  it("prevents another deliverer that has the job by then from sending again", async () => {
    const { world, deliverer } = given(arrived);
    const lease = new AbortController();
    const first = deliverer().deliver(aDelivery(to()), lease.signal);
    await expect.poll(() => world.triedInVain).toBeGreaterThan(0);
    lease.abort(new Error("Another worker has the job."));
    await expect(first).rejects.toThrow("Another worker has the job.");
    world.isBack = true;
    expect(await deliverer().deliver(aDelivery(to()), never)).toMatchObject({ before: true });
    expect(arrived()).toBe(1);
  });

  it("prevents the same deliverer, which has rescheduled the job, from sending again", async () => {
    const { world, deliverer } = given(arrived);
    const lease = new AbortController();
    const destinations = deliverer();
    const first = destinations.deliver(aDelivery(to()), lease.signal);
    await expect.poll(() => world.triedInVain).toBeGreaterThan(0);
    lease.abort(new Error("It ends."));
    await expect(first).rejects.toThrow("It ends.");
    const again = destinations.deliver(aDelivery(to()), never);
    world.isBack = true;
    expect(await again).toMatchObject({ before: true });
    expect(arrived()).toBe(1);
  });

  it("is lost if the deliverer dies, and the report is sent again with the same id", async () => {
    const { world, deliverer } = given(arrived);
    const lease = new AbortController();
    const dying = deliverer();
    const first = dying.deliver(aDelivery(to()), lease.signal);
    await expect.poll(() => world.triedInVain).toBeGreaterThan(0);
    lease.abort(new Error("It dies."));
    dying.close();
    await expect(first).rejects.toThrow();
    world.isBack = true;
    expect(await deliverer(50).deliver(aDelivery(to()), never)).toMatchObject({ before: false });
    expect(arrived()).toBe(2);
  });
});
