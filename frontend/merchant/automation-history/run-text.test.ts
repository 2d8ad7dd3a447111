import { expect, test } from "vitest";
import { namelessOrder } from "#domain/orders/unread.ts";
import { run, runTry } from "#tests/browser/support/scripted-history-of-runs.ts";
import {
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

test("given a run of whole days, when its range is read, then it is the days of its filters", () => {
  const Period = { From: "2026-11-21T22:00:00Z", To: "2026-11-22T22:00:00Z" };
  expect(formatRange({ Filters: filters("2026-11-22", "2026-11-22"), Period }, athens)).toBe(
    "2026/11/22 until 2026/11/22",
  );
});

test("given a run of an hour, when its range is read, then it has the hours, which tell it from the other runs of the day", () => {
  const Period = { From: "2026-11-22T21:00:00Z", To: "2026-11-22T22:00:00Z" };
  expect(formatRange({ Filters: filters("2026-11-22", "2026-11-22"), Period }, athens)).toBe(
    "2026/11/22 23:00 until 2026/11/23 00:00",
  );
});

test("given a run whose date filter is off, when its range is read, then it is all the days that were asked for", () => {
  const Period = { From: "2026-11-22T12:00:00Z", To: "2026-11-22T13:00:00Z" };
  expect(formatRange({ Filters: filters("2026-08-25", "2026-11-22"), Period }, athens)).toBe(
    "2026/08/25 until 2026/11/22",
  );
});

test("given filters that name no days, when the range is read, then there is none", () => {
  const Period = { From: "2026-11-21T22:00:00Z", To: "2026-11-22T22:00:00Z" };
  expect(formatRange({ Filters: "{}", Period }, athens)).toBeNull();
  expect(formatRange({ Filters: "not JSON", Period }, athens)).toBeNull();
});

test("given a run whose last try failed and that is tried again, when its status is read, then it says why and when", () => {
  const Tries = [runTry({ Outcome: "failed", Reason: "There is no server called ftp.exmaple. Check the name." })];
  const waiting = run(23, { Outcome: null, RetryAt: "2026-11-22T22:06:00.000Z", Tries });
  expect(statusText(waiting, athens)).toEqual({
    text: "There is no server called ftp.exmaple. Check the name. We try again at 2026/11/23 00:06.",
    isError: false,
  });
  const unsaid = { ...waiting, Tries: [] };
  expect(statusText(unsaid, athens)?.text).toBe("The last attempt failed. We try again at 2026/11/23 00:06.");
});

test("given a run whose file is there but not sent yet, when its status is read, then it doesn't say that the file is being made", () => {
  expect(statusText(run(22, { Outcome: null, Status: 0 }), athens)?.text).toContain("currently being generated");
  expect(statusText(run(22, { Outcome: null, Status: 17 }), athens)?.text).toBe(
    "The report has been generated and is being sent.",
  );
});

test("given a report without an order, when its words are read, then they name it and say whether the next report carries it", () => {
  const Unread = [{ Order: "#1042", Columns: ["Total price"], MoreColumns: 0, LeftOut: true, HasId: true }];
  const words = "Without #1042: “Total price” couldn't be read from your store.";
  const ended = `${words} No further report is planned, so export it by hand.`;
  expect(formatUnreadOrders(run(22, { Unread }), true)).toBe(`${words} The next report carries it.`);
  expect(formatUnreadOrders(run(22, { Unread, Outcome: "empty" }), true)).toBe(`${words} The next report carries it.`);
  expect(formatUnreadOrders(run(22, { Unread }), false)).toBe(ended);
  for (const Arrived of ["some", "maybe"] as const)
    expect(formatUnreadOrders(run(22, { Unread, Outcome: "failed", Arrived }), true)).toBe(
      `${words} The next report carries it.`,
    );
  expect(formatUnreadOrders(run(22, { Unread, Outcome: "failed", FailedReason: "Refused." }), true)).toBe(words);
  for (const Cause of ["test", "again"] as const)
    for (const hasNext of [true, false]) expect(formatUnreadOrders(run(22, { Unread, Cause }), hasNext)).toBe(words);
  expect(formatUnreadOrders(run(22), true)).toBeNull();
});

test("given a report without an order whose id couldn't be read, when its words are read, then they say that no report can carry it", () => {
  const order = (Order: string, HasId: boolean) => ({ Order, Columns: ["Tags"], MoreColumns: 0, LeftOut: true, HasId });
  const textOf = (...Unread: ReturnType<typeof order>[]) =>
    formatUnreadOrders(run(22, { Unread }), true)?.split(" store. ")[1];
  const [kept, lost, nameless] = [order("#1042", true), order("#1050", false), order(namelessOrder, false)];
  expect(textOf(lost)).toBe("The next report can't carry it. Export it by hand once your store can read it.");
  expect(textOf(lost, nameless)).toBe(
    "The next report can't carry them. Export them by hand once your store can read them.",
  );
  expect(textOf(nameless, kept)).toBe(
    "The next report carries #1042. It can't carry an order with an unknown number. Export it by hand once your store can read it.",
  );
});

test("given a report with an order that an earlier one lacked, when its words are read, then they name it", () => {
  expect(formatLateOrders(run(22, { Late: ["#1042"] }))).toBe("With #1042, which an earlier report lacked.");
  expect(formatLateOrders(run(22))).toBeNull();
});

test("given a report without some pictures, when its words are read, then they say how many and why", () => {
  expect(formatMissingPictures(run(22, { FailedPictures: 3 }))).toBe(
    "3 pictures couldn't be loaded. They're links in the file.",
  );
  expect(formatMissingPictures(run(22, { FailedPictures: 1, LeftPictures: 2 }))).toBe(
    "1 picture couldn't be loaded. It's a link in the file. 2 pictures didn't fit into the file, or took too long. They're links in the file.",
  );
  expect(formatMissingPictures(run(22))).toBeNull();
});

test("given an empty report without an order, when its status is read, then it doesn't say that none matched", () => {
  const Unread = [{ Order: "#1042", Columns: [], MoreColumns: 0, LeftOut: true, HasId: true }];
  expect(statusText(run(22, { Outcome: "empty" }), athens)?.text).toBe("No orders matched, so nothing was sent.");
  expect(statusText(run(22, { Outcome: "empty", Unread }), athens)?.text).toBe(
    "No orders that could be read matched, so nothing was sent.",
  );
});

test("given refused recipients, when their words are read, then they name those that may have the report even so", () => {
  expect(refusedText({ Refused: ["a@x.example"] })).toBe("a@x.example. The mail server doesn't accept mail for it.");
  expect(refusedText({ Refused: ["a@x.example", "b@x.example"], MayHaveIt: ["b@x.example"] })).toBe(
    "a@x.example, b@x.example. The mail server doesn't accept mail for them. An earlier attempt may have reached b@x.example.",
  );
});

test("given a try after which another one was useless, when its reason is read, then it gives one advice", () => {
  const ask = "The report may have arrived. Ask its recipients before you send it again.";
  expect(reasonText("Refused.", { Lasting: false })).toBe("Refused.");
  expect(reasonText("Refused.", { Lasting: true })).toBe("Refused. Trying again would not have helped.");
  expect(reasonText(`Refused. ${ask}`, { Lasting: true })).toBe(`Refused. ${ask}`);
});

test("given a try that only heard that the others are refused, when its title is read, then it isn't said to have delivered", () => {
  const of = { Try: 2, Outcome: "delivered", To: null } as const;
  expect(tryTitle({ ...of, Refused: ["bob@partner.example"] })).toBe("Attempt 2: The others were refused");
  expect(tryTitle({ ...of, Refused: [] })).toBe("Attempt 2: Delivered");
  expect(tryTitle({ ...of, To: "1 of 2 recipients", Refused: ["bob@partner.example"] })).toBe("Attempt 2: Delivered");
});
