import { describe, expect, it } from "vitest";
import { describeMissingPictures } from "../export/picture-results.ts";
import { composeMail } from "./compose-mail.ts";
import { describePeriod } from "./period-text.ts";

describe("A period in words", () => {
  it.each([
    ["2026-11-21T22:00:00Z", "2026-11-22T22:00:00Z", "22 Nov 2026"],
    ["2026-11-15T22:00:00Z", "2026-11-22T22:00:00Z", "16 to 22 Nov 2026"],
    ["2026-10-27T22:00:00Z", "2026-11-03T22:00:00Z", "28 Oct to 3 Nov 2026"],
    ["2026-12-27T22:00:00Z", "2027-01-03T22:00:00Z", "28 Dec 2026 to 3 Jan 2027"],
    // The day on which clocks go back has 25 hours.
    ["2026-10-24T21:00:00Z", "2026-10-25T22:00:00Z", "25 Oct 2026"],
    ["2026-11-22T12:00:00Z", "2026-11-22T13:00:00Z", "22 Nov 2026, 2:00 PM to 3:00 PM"],
    ["2026-11-22T20:00:00Z", "2026-11-22T23:00:00Z", "22 Nov 2026, 10:00 PM to 23 Nov 2026, 1:00 AM"],
  ])("from %s to %s is %s", (from, to, words) => {
    expect(describePeriod({ from, to }, "Europe/Athens").period).toBe(words);
  });

  it("has a first and a last day, or times within a day", () => {
    const week = { from: "2026-11-15T22:00:00Z", to: "2026-11-22T22:00:00Z" };
    expect(describePeriod(week, "Europe/Athens")).toMatchObject({ from: "16 Nov 2026", to: "22 Nov 2026" });
    const hour = { from: "2026-11-22T12:00:00Z", to: "2026-11-22T13:00:00Z" };
    expect(describePeriod(hour, "UTC")).toMatchObject({ from: "22 Nov 2026, 12:00 PM", to: "22 Nov 2026, 1:00 PM" });
  });
});

describe("The text of a mail", () => {
  const of = {
    title: "A {file}\nof $& orders",
    fileName: "a.csv",
    period: { from: "2026-11-22T00:00:00Z", to: "2026-11-23T00:00:00Z" },
    zone: "UTC",
    test: false,
  };

  it("names the images missing from the file", () => {
    const notes = describeMissingPictures({ failed: 1, beyond: 1_300 });
    const { text } = composeMail({ subject: "", message: "Here." }, { ...of, notes }, { as: "file" });
    expect(text.split("\n\n")).toEqual([
      "Here.",
      "The file is attached: a.csv",
      "1 picture couldn't be loaded. It's a link in the file.",
      "1,300 pictures didn't fit into the file, or took too long. They're links in the file.",
    ]);
  });

  it("fills in placeholders once, whatever the title contains, and leaves the rest", () => {
    const typed = { subject: "{title} {Period} {nothing} {", message: "{from}{to}" };
    expect(composeMail(typed, of, { as: "file" })).toEqual({
      subject: "A {file}↵of $& orders 22 Nov 2026 {nothing} {",
      text: "22 Nov 202622 Nov 2026\n\nThe file is attached: a.csv",
    });
  });

  it("is the default if the fields are blank", () => {
    const { subject, text } = composeMail({ subject: " ", message: "\n" }, { ...of, title: "Daily" }, { as: "file" });
    expect(subject).toBe("Daily, 22 Nov 2026");
    expect(text).toBe('Your report "Daily" for 22 Nov 2026 is ready.\n\nThe file is attached: a.csv');
  });
});
