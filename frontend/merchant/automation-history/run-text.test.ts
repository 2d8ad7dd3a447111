import { expect, test } from "vitest";
import { namelessOrder } from "#domain/orders/unread.ts";
import { run, runTry } from "#tests/browser/support/scripted-history-of-runs.ts";
import {
  begunAgainText,
  formatGoneOrders,
  formatLateOrders,
  formatMissingPictures,
  formatRange,
  formatUnreadOrders,
  reasonText,
  refusedText,
  statusText,
  tryTitle,
} from "./run-text.ts";

const athens = "Europe/Athens";
const filters = (from: string, to: string) => JSON.stringify({ order_date_from: from, order_date_to: to });

test("a run over whole days shows the days of its filters", () => {
  const Period = { From: "2026-11-21T22:00:00Z", To: "2026-11-22T22:00:00Z" };
  expect(formatRange({ Filters: filters("2026-11-22", "2026-11-22"), Period }, athens)).toBe(
    "2026/11/22 until 2026/11/22",
  );
});

test("an hourly run shows its hours", () => {
  const Period = { From: "2026-11-22T21:00:00Z", To: "2026-11-22T22:00:00Z" };
  expect(formatRange({ Filters: filters("2026-11-22", "2026-11-22"), Period }, athens)).toBe(
    "2026/11/22 23:00 until 2026/11/23 00:00",
  );
});

test("a run without its date filter shows all requested days", () => {
  const Period = { From: "2026-11-22T12:00:00Z", To: "2026-11-22T13:00:00Z" };
  expect(formatRange({ Filters: filters("2026-08-25", "2026-11-22"), Period }, athens)).toBe(
    "2026/08/25 until 2026/11/22",
  );
});

test("a run whose filters have no days shows no range", () => {
  const Period = { From: "2026-11-21T22:00:00Z", To: "2026-11-22T22:00:00Z" };
  expect(formatRange({ Filters: "{}", Period }, athens)).toBeNull();
  expect(formatRange({ Filters: "not JSON", Period }, athens)).toBeNull();
});

test("a run waiting for another attempt says why the last one failed and when the next is", () => {
  const Tries = [runTry({ Outcome: "failed", Reason: "There is no server called ftp.exmaple. Check the name." })];
  const waiting = run(23, { Outcome: null, RetryAt: "2026-11-22T22:06:00.000Z", Tries });
  expect(statusText(waiting, athens)).toEqual({
    text: "There is no server called ftp.exmaple. Check the name. We try again at 2026/11/23 00:06.",
    isError: false,
  });
  const lost = "The report may have arrived. Ask its recipients before you send it again.";
  const open = { ...waiting, Tries: [runTry({ Outcome: "failed", Reason: lost })] };
  expect(statusText(open, athens)?.text).toBe("The report may have arrived. We try again at 2026/11/23 00:06.");
  const unsaid = { ...waiting, Tries: [] };
  expect(statusText(unsaid, athens)?.text).toBe("The last attempt failed. We try again at 2026/11/23 00:06.");
});

test("a run whose file isn't sent yet says that it is being sent", () => {
  expect(statusText(run(22, { Outcome: null, Status: 0 }), athens)?.text).toContain("currently being generated");
  expect(statusText(run(22, { Outcome: null, Status: 17 }), athens)?.text).toBe(
    "The report has been generated and is being sent.",
  );
});

test("a report that lacks an unread order names it and says whether the next report includes it", () => {
  const Unread = [{ Order: "#1042", Columns: ["Total price"], MoreColumns: 0, LeftOut: true, HasId: true }];
  const words = "Without #1042: “Total price” couldn't be read from your store.";
  const ended = `${words} No further report is planned, so export it manually.`;
  expect(formatUnreadOrders(run(22, { Unread }), true)).toBe(`${words} The next report will include it.`);
  expect(formatUnreadOrders(run(22, { Unread, Outcome: "empty" }), true)).toBe(
    `${words} The next report will include it.`,
  );
  expect(formatUnreadOrders(run(22, { Unread }), false)).toBe(ended);
  for (const Arrived of ["some", "maybe"] as const)
    expect(formatUnreadOrders(run(22, { Unread, Outcome: "failed", Arrived }), true)).toBe(
      `${words} The next report will include it.`,
    );
  expect(formatUnreadOrders(run(22, { Unread, Outcome: "failed", FailedReason: "Refused." }), true)).toBe(words);
  for (const Cause of ["test", "again"] as const)
    for (const hasNext of [true, false]) expect(formatUnreadOrders(run(22, { Unread, Cause }), hasNext)).toBe(words);
  expect(formatUnreadOrders(run(22), true)).toBeNull();
});

test("a report that lacks an order with an unreadable id says that no report can include it", () => {
  const order = (Order: string, HasId: boolean) => ({ Order, Columns: ["Tags"], MoreColumns: 0, LeftOut: true, HasId });
  const textOf = (...Unread: ReturnType<typeof order>[]) =>
    formatUnreadOrders(run(22, { Unread }), true)?.split(" store. ")[1];
  const [kept, lost, nameless] = [order("#1042", true), order("#1050", false), order(namelessOrder, false)];
  expect(textOf(lost)).toBe("The next report can't include it. Export it manually once your store can read it.");
  expect(textOf(lost, nameless)).toBe(
    "The next report can't include them. Export them manually once your store can read them.",
  );
  expect(textOf(nameless, kept)).toBe(
    "The next report will include #1042. It can't include an order with an unknown number. Export it manually once your store can read it.",
  );
});

test("a report with an order that an earlier one lacked names it", () => {
  expect(formatLateOrders(run(22, { Late: ["#1042"] }))).toBe("With #1042, which an earlier report lacked.");
  expect(formatLateOrders(run(22))).toBeNull();
});

test("a run names the orders that an earlier report lacked and the store no longer has", () => {
  expect(formatGoneOrders(run(22, { GoneCarried: ["#1042"] }))).toBe(
    "Order #1042, which an earlier report lacked, is no longer in the store.",
  );
  expect(formatGoneOrders(run(22))).toBeNull();
});

test("a report without some images says how many and why", () => {
  expect(formatMissingPictures(run(22, { FailedPictures: 3 }))).toBe(
    "3 pictures couldn't be loaded. They're links in the file.",
  );
  expect(formatMissingPictures(run(22, { FailedPictures: 1, LeftPictures: 2 }))).toBe(
    "1 picture couldn't be loaded. It's a link in the file. 2 pictures didn't fit into the file, or took too long. They're links in the file.",
  );
  expect(formatMissingPictures(run(22))).toBeNull();
});

test("an empty report that lacks an unread order says that no readable orders matched", () => {
  const Unread = [{ Order: "#1042", Columns: [], MoreColumns: 0, LeftOut: true, HasId: true }];
  expect(statusText(run(22, { Outcome: "empty" }), athens)?.text).toBe("No orders matched, so nothing was sent.");
  expect(statusText(run(22, { Outcome: "empty", Unread }), athens)?.text).toBe(
    "None of the orders that could be read matched, so nothing was sent.",
  );
});

test("refused recipients are named, and those who may have the report anyway", () => {
  expect(refusedText({ Refused: ["a@x.example"] })).toBe("a@x.example. The mail server doesn't accept mail for it.");
  expect(refusedText({ Refused: ["a@x.example", "b@x.example"], MayHaveIt: ["b@x.example"] })).toBe(
    "a@x.example, b@x.example. The mail server doesn't accept mail for them. An earlier attempt may have reached b@x.example.",
  );
});

test("a failed attempt leaves the advice to ask recipients to the end of its run", () => {
  const arrived = "Refused. The report may have arrived.";
  const reason = `${arrived} Ask its recipients before you send it again.`;
  expect(reasonText("Refused.", { Lasting: false })).toBe("Refused.");
  expect(reasonText("Refused.", { Lasting: true })).toBe("Refused. Trying again wouldn't have helped.");
  expect(reasonText(reason, { Lasting: true })).toBe(arrived);
  expect(reasonText(reason, { Lasting: false })).toBe(arrived);
});

test("an attempt that only got refusals isn't called delivered", () => {
  const of = { Try: 2, Outcome: "delivered", To: null } as const;
  expect(tryTitle({ ...of, Refused: ["bob@partner.example"] })).toBe("Attempt 2: The others were refused");
  expect(tryTitle({ ...of, Refused: [] })).toBe("Attempt 2: Delivered");
  expect(tryTitle({ ...of, To: "1 of 2 recipients", Refused: ["bob@partner.example"] })).toBe("Attempt 2: Delivered");
});

test.each([
  [{}, null],
  [{ Deliveries: 2 }, "The delivery began twice, because Sheaf stopped or was too busy in between."],
  [{ Deliveries: 3 }, "The delivery began 3 times, because Sheaf stopped or was too busy in between."],
])("an attempt says why it sent more than one mail: %j", (of, text) => expect(begunAgainText(of)).toBe(text));
