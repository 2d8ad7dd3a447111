import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Mail, MailRefused, MailUnavailable } from "../ports/mail.ts";
import { createSmtpCircuitBreaker, type SmtpCircuitBreakerOptions } from "./smtp-circuit-breaker.ts";

const never = new AbortController().signal;
const message = { id: "m", to: ["ann@partner.example"], subject: "s", text: "t", date: new Date(0) };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A relay whose sends end as `failing` says. Only `vi` advances the time. */
const setUp = (options: Partial<SmtpCircuitBreakerOptions> = {}) => {
  const pauses: number[] = [];
  const clock = { steady: () => performance.now() };
  const turns = createSmtpCircuitBreaker({ clock, onPause: (ms) => pauses.push(ms), ...options });
  const server = {
    failing: undefined as Error | undefined,
    send: async () => {
      if (server.failing) throw server.failing;
      return { answer: "250 Ok", refused: [] };
    },
    close: async () => undefined,
  };
  const mail: Mail = turns.watch(server);
  const sent: string[] = [];
  /** Sends a mail with a permit, as the deliverer does. */
  const send = async (name: string, { signal = never, shop = "aurora" } = {}) => {
    const leave = await turns.acquirePermit(signal);
    try {
      sent.push(name);
      await mail.send({ ...message, owner: { tenant: shop, shop } });
    } catch {
      // Only the breaker uses the outcome.
    } finally {
      leave();
    }
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { turns, server, send, sent, pauses, pass };
};
const down = new MailUnavailable("The relay is down.", { notTaken: true });

it("lets every mail through while the relay accepts mail", async () => {
  const { send, sent, pauses } = setUp();
  await Promise.all(["a", "b", "c"].map((name) => send(name)));
  expect([sent, pauses]).toEqual([["a", "b", "c"], []]);
});

it("lets one mail through per pause after a fault of the relay, and all once that is accepted", async () => {
  const { server, send, sent, pauses, pass } = setUp();
  server.failing = down;
  await send("first");
  for (const name of ["a", "b", "c"]) void send(name);
  await pass(4_999);
  expect(sent).toEqual(["first"]);
  await pass(1);
  expect(sent).toEqual(["first", "a"]);
  await pass(9_999);
  expect(sent).toEqual(["first", "a"]);
  server.failing = undefined;
  await pass(1);
  expect([sent, pauses]).toEqual([
    ["first", "a", "b", "c"],
    [5_000, 10_000, 0],
  ]);
});

it("fails mails at once with the reason if the relay has accepted none for a minute, without asking it", async () => {
  const { server, turns, send, sent, pass } = setUp();
  const reason = "it closed the connection unexpectedly";
  server.failing = new MailUnavailable("The relay is down.", { notTaken: true, reason });
  await send("first");
  for (const name of ["a", "b", "c", "d", "e"]) void send(name);
  await pass(59_999);
  expect(sent).toEqual(["first", "a", "b", "c"]);
  // The third probe, at 35 s, started a pause of 40 s.
  await pass(1);
  expect(sent).toEqual(["first", "a", "b", "c", "d", "e"]);
  let asked = 0;
  const watched = turns.watch({
    ...server,
    send: async () => {
      asked += 1;
      return { answer: "250 Ok", refused: [] };
    },
  });
  await turns.acquirePermit(never);
  await expect(watched.send(message)).rejects.toMatchObject({
    ours: true,
    notTaken: true,
    reason: "it closed the connection unexpectedly",
  });
  expect(asked).toBe(0);
  await pass(60_000);
  server.failing = undefined;
  await send("probe");
  await turns.acquirePermit(never);
  await watched.send(message);
  expect(asked).toBe(1);
});

it("pauses for at most a minute", async () => {
  const { server, send, pauses, pass } = setUp();
  server.failing = down;
  for (let n = 0; n < 7; n += 1) {
    void send(`${n}`);
    await pass(60_000);
  }
  expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
});

it("counts mails that fail at the same time as one fault", async () => {
  const { server, send, pauses } = setUp();
  server.failing = down;
  await Promise.all(["a", "b", "c"].map((name) => send(name)));
  expect(pauses).toEqual([5_000]);
});

it.each([
  ["a recipient", new MailRefused("No.")],
  ["a recipient for now", new MailUnavailable("Greylisted.", { notTaken: true, ours: false })],
])("treats a refusal of %s as an answer of a working relay", async (_name, failing) => {
  const { server, send, pauses, pass } = setUp();
  server.failing = failing;
  await send("a");
  expect(pauses).toEqual([]);
  server.failing = down;
  await send("b");
  server.failing = failing;
  void send("c");
  await pass(5_000);
  expect(pauses).toEqual([5_000, 0]);
});

const slow = new MailUnavailable("It didn't answer after the final dot.", { scope: "mail" });

it("doesn't blame the relay for a fault that one shop's mails may have caused, even if it repeats", async () => {
  const { server, send, pauses } = setUp();
  server.failing = slow;
  for (const name of ["a", "b", "c"]) await send(name);
  expect(pauses).toEqual([]);
});

it("blames the relay for such a fault after mails of two shops get it in a row", async () => {
  const { server, send, pauses } = setUp();
  server.failing = slow;
  await send("a");
  server.failing = undefined;
  await send("b", { shop: "borealis" });
  server.failing = slow;
  await send("c", { shop: "borealis" });
  expect(pauses).toEqual([]);
  await send("d");
  expect(pauses).toEqual([5_000]);
});

it("treats an answer to a recipient as one of a working relay, even if only the operator can fix the cause", async () => {
  const { server, send, pauses } = setUp();
  server.failing = new MailUnavailable("554 5.7.1 Relay access denied", { notTaken: true, scope: "recipient" });
  for (const shop of ["aurora", "borealis"]) await send("a", { shop });
  expect(pauses).toEqual([]);
});

it("lets all mail through once the probe has passed the failed phases, even if its own answer takes long", async () => {
  const { turns, server, send, sent, pass } = setUp();
  server.failing = down;
  await send("first");
  server.failing = undefined;
  const hanging = turns.watch({
    ...server,
    send: async (_message, { beforeEnd } = {}) => {
      await beforeEnd?.();
      return new Promise(() => undefined);
    },
  });
  const entering = turns.acquirePermit(never);
  await pass(5_000);
  await entering;
  void hanging.send(message);
  void send("next");
  await pass(0);
  expect(sent).toEqual(["first", "next"]);
});

it("fails waiting mails after a minute if a probe gets no answer to its whole mail", async () => {
  const { turns, server, send, sent, pass } = setUp();
  server.failing = slow;
  await send("a");
  await send("b", { shop: "borealis" });
  const answer = Promise.withResolvers<{ answer: string; refused: [] }>();
  const hanging = turns.watch({
    ...server,
    send: async (_message, { beforeEnd } = {}) => {
      await beforeEnd?.();
      return answer.promise;
    },
  });
  const entering = turns.acquirePermit(never);
  await pass(5_000);
  const leave = await entering;
  const probe = hanging.send(message).finally(leave);
  const asked = vi.spyOn(server, "send");
  void send("waiting");
  await pass(59_999);
  expect(sent).toEqual(["a", "b"]);
  await pass(1);
  expect(sent).toEqual(["a", "b", "waiting"]);
  // The next one doesn't wait.
  await send("next");
  await expect(hanging.send(message)).rejects.toMatchObject({
    ours: true,
    notTaken: true,
    reason: "its answers to other mails were lost",
  });
  expect(asked).not.toHaveBeenCalled();
  server.failing = undefined;
  answer.resolve({ answer: "250 Ok", refused: [] });
  await probe;
  await send("last");
  expect(asked).toHaveBeenCalledOnce();
});

it("doesn't blame the relay for mails that our own stop ended", async () => {
  const { turns, server, pauses } = setUp();
  const stop = new AbortController();
  server.failing = slow;
  const mail = turns.watch(server);
  stop.abort(new Error("The worker ends."));
  for (const tenant of ["aurora", "borealis"])
    await expect(mail.send({ ...message, owner: { tenant, shop: tenant } }, { signal: stop.signal })).rejects.toBe(
      slow,
    );
  expect(pauses).toEqual([]);
});

it("lets another mail probe if the probe ended without sending a mail", async () => {
  const { turns, server, send, sent, pass } = setUp();
  server.failing = down;
  await send("first");
  const entering = turns.acquirePermit(never);
  await pass(5_000);
  const leave = await entering;
  server.failing = undefined;
  void send("next");
  await pass(50_000);
  expect(sent).toEqual(["first"]);
  leave();
  await pass(0);
  expect(sent).toEqual(["first", "next"]);
});

it("releases its permit when it is stopped", async () => {
  const { server, send, turns, pass } = setUp();
  server.failing = down;
  await send("first");
  const stop = new AbortController();
  const entering = turns.acquirePermit(stop.signal);
  const rejected = expect(entering).rejects.toThrow("The worker ends.");
  stop.abort(new Error("The worker ends."));
  await pass(0);
  await rejected;
});

it("spreads the allowed mails evenly over each minute", async () => {
  const { send, sent, pass } = setUp({ perMinute: 4 });
  for (const name of ["a", "b", "c", "d", "e"]) void send(name);
  await pass(0);
  expect(sent).toEqual(["a"]);
  await pass(14_999);
  expect(sent).toEqual(["a"]);
  await pass(1);
  expect(sent).toEqual(["a", "b"]);
  await pass(45_000);
  expect(sent).toEqual(["a", "b", "c", "d", "e"]);
});
