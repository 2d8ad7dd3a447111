import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";
import { createHalfSender } from "#tests/support/half-sent.ts";

/** ADR 95: after sign-out nothing is executed, not even requests admitted before. */

let support: ConsoleForTests;
beforeEach(async () => {
  support = await startConsoleForTests();
  const { queue, clock } = support;
  await queue.enqueue({ id: "e1", kind: "export", lane: "short", tenant: "t", dueAt: clock.now(), payload: {} });
  const job = await queue.claim({ kinds: ["export"], lanes: ["short"], worker: "w", leaseMs: 1_000 });
  if (job) await queue.deadLetter(job, "The store is closed.");
});
const half = createHalfSender(() => support.url);
afterEach(async () => {
  half.drop();
  await support.close();
});

const body = JSON.stringify({ reason: "The store is open again." });
/** A request to retry a job was admitted; its body has not arrived yet. */
const begun = async ({ cookie, token }: SignedInBrowser) => {
  const judged = vi.spyOn(support.state, "get");
  const socket = await half.send("/support/api/dead-jobs/e1/try-again", {
    cookie,
    origin: support.url,
    "x-support-token": token,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  await expect.poll(() => judged.mock.calls.length).toBeGreaterThan(0);
  judged.mockRestore();
  return async () => {
    socket.write(body);
    return (await text(socket)).split("\r\n")[0];
  };
};

it("given a change with a slow body, then it is made", async () => {
  const end = await begun(await support.signIn("agent"));
  expect(await end()).toContain("200");
});

it("given a change with a slow body, when they sign out everywhere first, then it is not made", async () => {
  const browser = await support.signIn("agent");
  const end = await begun(browser);
  expect((await support.change(browser, "/support/api/sign-out-everywhere")).status).toBe(200);
  expect(await end()).toContain("401");
});
