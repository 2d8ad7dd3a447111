import { describe, expect, it } from "vitest";
import { AutomationStatus } from "#domain/enumerations.ts";
import type { AutomationOnWire, ReportDestination } from "#domain/wire/automations/automations.ts";
import { passwordMask } from "#domain/workspace/automations/destination.ts";
import { newOnWire, nowhere } from "#tests/support/automation-on-wire.ts";
import { findCollisions, rebase } from "../../shared/saving/rebase.ts";
import {
  chooseKind,
  type EditorFields,
  fieldsFromWire,
  fieldsToWire,
  getShownDestination,
  otherKindsTyped,
  parseDestinationKind,
  withNextInUse,
  withoutEmptyKind,
} from "./fields.ts";
import { validateFields } from "./validate.ts";

const mailTo = (ToMail: string): ReportDestination => ({
  ...nowhere,
  Destination: 0,
  Email: { ToMail, FromName: "", FromMail: "", Subject: "", SendAsLink: false, CustomMessage: "" },
});
const toFtp: ReportDestination = {
  ...nowhere,
  Destination: 1,
  Ftp: {
    HostName: "ftp.one.example",
    DirectoryPath: "",
    Username: "me",
    Password: passwordMask,
    FtpProtocol: 0,
    WriteDirectly: false,
  },
};

const report = (change: Partial<AutomationOnWire> = {}): AutomationOnWire => ({
  ...newOnWire,
  id: "a1",
  title: "Daily",
  report_id: "d1",
  report_filter_id: "f1",
  ReportDestination: mailTo("a@one.example"),
  ...change,
});

const problemFields = (...judged: Parameters<typeof validateFields>) =>
  validateFields(...judged).map(({ field }) => field);
const today = "2026-11-20";

describe("the wire form of an automated report's fields", () => {
  it("has the chosen destination and no other", () => {
    const base = fieldsFromWire(report());
    const draft = { ...base, ...chooseKind(2, base, base), "ReportDestination.Webhook.Url": "https://one.example" };
    expect(fieldsToWire("a1", draft).ReportDestination).toEqual({
      Destination: 2,
      Webhook: { Method: 0, Url: "https://one.example" },
    });
  });

  it("leaves the texts as they were typed where the server has the same", () => {
    const typed = { ...fieldsFromWire(report()), title: "Daily ", "ReportDestination.Email.ToMail": "a@one.example," };
    const after = fieldsFromWire(report(), { typed });
    expect([after.title, after["ReportDestination.Email.ToMail"]]).toEqual(["Daily ", "a@one.example,"]);
    expect(fieldsFromWire(report({ title: "Weekly" }), { typed }).title).toBe("Weekly");
  });

  it("forgets the mask of a password once reports go elsewhere", () => {
    const ftp = fieldsFromWire(report({ ReportDestination: toFtp }));
    const mail = fieldsFromWire(report(), { others: ftp });
    expect(mail["ReportDestination.Ftp.HostName"]).toBe("ftp.one.example");
    expect(mail["ReportDestination.Ftp.Password"]).toBe("");
  });
});

describe("another kind of destination", () => {
  const sent = (status: AutomationStatus, draft: Partial<EditorFields>) => {
    const { ReportDestination, NextDestination } = fieldsToWire("a1", {
      ...fieldsFromWire(report({ status })),
      ...draft,
    });
    return [ReportDestination.Destination, NextDestination?.Destination ?? null];
  };
  const chosen = (status: AutomationStatus) => {
    const base = fieldsFromWire(report({ status }));
    return chooseKind(3, base, base);
  };

  it("is not in use yet where the report runs, and is in use at once where it doesn't", () => {
    const statuses = Object.values(AutomationStatus);
    expect(statuses.map((status) => [status, ...sent(status, chosen(status))])).toEqual(
      statuses.map((status) => {
        const rests = status === AutomationStatus.Paused || status === AutomationStatus.Suspended;
        return rests ? [status, 3, null] : [status, 0, 3];
      }),
    );
  });

  it("is put in use on request, with its password", () => {
    const active = fieldsFromWire(report({ status: AutomationStatus.Active, NextDestination: toFtp }));
    expect(getShownDestination(active).kind).toBe(1);
    expect(problemFields(active, today)).toEqual([]);
    const used = fieldsToWire("a1", { ...active, ...withNextInUse(active) });
    expect(used).toMatchObject({ ReportDestination: { Destination: 1, Ftp: { Password: passwordMask } } });
    expect(used.NextDestination).toBeNull();
  });

  it("gives way to the one in use when that is chosen again", () => {
    const active = fieldsFromWire(report({ status: AutomationStatus.Active, NextDestination: toFtp }));
    expect(sent(AutomationStatus.Active, chooseKind(0, active, active))).toEqual([0, null]);
  });

  it("is in use once another window put its kind in use", () => {
    const base = fieldsFromWire(report({ status: AutomationStatus.Active }));
    const draft = { ...base, ...chooseKind(1, base, base), "ReportDestination.Ftp.DirectoryPath": "in" };
    const server = fieldsFromWire(report({ status: AutomationStatus.Active, ReportDestination: toFtp }), {
      typed: draft,
    });
    const merged = fieldsToWire("a1", rebase(base, draft, server));
    expect([merged.ReportDestination.Destination, merged.NextDestination]).toEqual([1, null]);
    expect(problemFields(rebase(base, draft, server), today)).not.toContain("NextDestination");
  });

  it("is not worth keeping while nothing was entered for it", () => {
    for (const status of [AutomationStatus.Active, AutomationStatus.Paused]) {
      const base = fieldsFromWire(report({ status }));
      const looked = (kind: 1 | 2 | 3) => ({ ...base, ...chooseKind(kind, base, base) });
      expect([withoutEmptyKind(base, looked(1)), withoutEmptyKind(base, looked(2))]).toEqual([base, base]);
      const typed = { ...looked(1), "ReportDestination.Ftp.Username": "aurora" };
      expect(withoutEmptyKind(base, typed)).toBe(typed);
      // A link needs no further fields.
      const link = looked(3);
      expect(withoutEmptyKind(base, link)).toBe(link);
      expect(withoutEmptyKind(base, { ...looked(1), title: "Weekly" })).toEqual({ ...base, title: "Weekly" });
    }
  });

  it("waits until it is whole", () => {
    const base = fieldsFromWire(report({ status: AutomationStatus.Active }));
    expect(problemFields({ ...base, ...chooseKind(2, base, base) }, today)).toEqual([
      "ReportDestination.Webhook.Url",
      "NextDestination",
    ]);
  });
});

describe("kinds of destination beside the chosen one", () => {
  it("are reported when something was typed for them, but not when they equal a new one's", () => {
    const base = fieldsFromWire(report());
    expect(otherKindsTyped(base)).toEqual([]);
    const link = { ...base, ...chooseKind(3, base, base) };
    expect(otherKindsTyped(link)).toEqual([0]);
    const back = { ...link, ...chooseKind(0, base, link) };
    expect(otherKindsTyped(back)).toEqual([]);
    expect(otherKindsTyped({ ...back, "ReportDestination.Ftp.HostName": "ftp.one.example" })).toEqual([1]);
  });
});

describe("two who change the destination of an automated report", () => {
  it("are both asked when one chose another kind and the other changed a part of it", () => {
    const base = fieldsFromWire(report());
    const server = fieldsFromWire(report({ ReportDestination: mailTo("b@one.example") }), { typed: base });
    const mine = { ...base, ...chooseKind(3, base, base) };
    expect(findCollisions(base, mine, server).map(({ field }) => field)).toEqual(["ReportDestination"]);
    const part = { ...base, "ReportDestination.Email.ToMail": "c@one.example" };
    const theirs = fieldsFromWire(report({ ReportDestination: toFtp }), { typed: base });
    expect(findCollisions(base, part, theirs)).toMatchObject([
      { field: "ReportDestination.Email.ToMail", current: null, wanted: "c@one.example" },
    ]);
  });

  it("merge when they changed different parts of the same kind", () => {
    const base = fieldsFromWire(report());
    const server = fieldsFromWire(report({ ReportDestination: mailTo("b@one.example") }), { typed: base });
    expect(findCollisions(base, { ...base, "ReportDestination.Email.Subject": "{title}" }, server)).toEqual([]);
  });
});

describe("checks of fields in the editor", () => {
  it("accept everything read from the server", () => {
    expect(validateFields(fieldsFromWire(report({ ReportDestination: toFtp })), today)).toEqual([]);
  });

  it("find an end before the start, at both fields, and a past day", () => {
    const dates = { starts_from: "2026-11-25", ends_to: "2026-11-24" };
    expect(problemFields(fieldsFromWire(report(dates)), today)).toEqual(["starts_from", "ends_to"]);
    expect(problemFields(fieldsFromWire(report({ starts_from: "2026-11-19" })), today)).toEqual(["starts_from"]);
  });

  it("refuse another host without its own password, but not another port", () => {
    const ftp = fieldsFromWire(report({ ReportDestination: toFtp }));
    const host = "ReportDestination.Ftp.HostName";
    expect(problemFields({ ...ftp, [host]: "ftp.two.example" }, today)).toEqual([host]);
    expect(problemFields({ ...ftp, [host]: "FTP.one.example:2121" }, today)).toEqual([]);
    expect(
      problemFields({ ...ftp, [host]: "ftp.two.example", "ReportDestination.Ftp.Password": "typed" }, today),
    ).toEqual([]);
  });

  /** Invalid values for all typed fields. */
  const wrong = {
    title: "",
    custom_hour: 1_440,
    starts_from: "2026-11-19",
    ends_to: "2027-02-29",
    "ReportDestination.Email.ToMail": "a@one.example, nobody",
    "ReportDestination.Email.FromName": "x".repeat(101),
    "ReportDestination.Email.FromMail": "a@one.example; b@one.example",
    "ReportDestination.Email.Subject": "x".repeat(256),
    "ReportDestination.Email.CustomMessage": "x".repeat(5_001),
    "ReportDestination.Ftp.HostName": "ftp://ftp.one.example",
    "ReportDestination.Ftp.DirectoryPath": "../in",
    "ReportDestination.Ftp.Username": "",
    "ReportDestination.Ftp.Password": "two\nlines",
    "ReportDestination.Webhook.Url": "javascript:alert(1)",
    "ReportDestination.PublicUrl.ReportName": "x".repeat(301),
  } as const satisfies Partial<EditorFields>;
  /** Selects, switches and checkboxes are never invalid. */
  const chosen: readonly (keyof EditorFields)[] = [
    "status",
    "report_id",
    "report_filter_id",
    "file_type",
    "export_empty_reports",
    "apply_date_filter",
    "schedule",
    "delay_automation",
    "custom_weekly_day",
    "custom_monthly_day",
    "ReportDestination",
    "NextDestination",
    "ReportDestination.Email.SendAsLink",
    "ReportDestination.Ftp.FtpProtocol",
    "ReportDestination.Ftp.WriteDirectly",
    "ReportDestination.Webhook.Method",
  ];
  const toWebhook = { ...nowhere, Destination: 2, Webhook: { Method: 0, Url: "https://one.example" } } as const;
  const publicly = {
    ...nowhere,
    Destination: 3,
    PublicUrl: { ReportName: "Sales", Url: null, IsPossible: true },
  } as const;
  const saved = [mailTo("a@one.example"), toFtp, toWebhook, publicly].map((ReportDestination) =>
    fieldsFromWire(report({ ReportDestination })),
  );

  it.each(Object.entries(wrong))("find the error in %s at that field and nowhere else", (field, value) => {
    const base = saved[parseDestinationKind(field) ?? 0];
    expect(base && problemFields({ ...base, [field]: value }, today)).toEqual([field]);
  });

  it("cover every field", () => {
    expect([...Object.keys(wrong), ...chosen].sort()).toEqual(Object.keys(fieldsFromWire(report())).sort());
  });
});
