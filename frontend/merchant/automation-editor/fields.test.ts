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
  it("has only the chosen destination", () => {
    const base = fieldsFromWire(report());
    const draft = { ...base, ...chooseKind(2, base, base), "ReportDestination.Webhook.Url": "https://one.example" };
    expect(fieldsToWire("a1", draft).ReportDestination).toEqual({
      Destination: 2,
      Webhook: { Method: 0, Url: "https://one.example" },
    });
  });

  it("keeps texts as they were typed if the server's are equivalent", () => {
    const typed = { ...fieldsFromWire(report()), title: "Daily ", "ReportDestination.Email.ToMail": "a@one.example," };
    const after = fieldsFromWire(report(), { typed });
    expect([after.title, after["ReportDestination.Email.ToMail"]]).toEqual(["Daily ", "a@one.example,"]);
    expect(fieldsFromWire(report({ title: "Weekly" }), { typed }).title).toBe("Weekly");
  });

  it("drops a masked password once reports go to another destination", () => {
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

  it("is only prepared if the report is running, and used at once if it isn't", () => {
    const statuses = Object.values(AutomationStatus);
    expect(statuses.map((status) => [status, ...sent(status, chosen(status))])).toEqual(
      statuses.map((status) => {
        const rests = status === AutomationStatus.Paused || status === AutomationStatus.Suspended;
        return rests ? [status, 3, null] : [status, 0, 3];
      }),
    );
  });

  it("is used on request, with its password", () => {
    const active = fieldsFromWire(report({ status: AutomationStatus.Active, NextDestination: toFtp }));
    expect(getShownDestination(active).kind).toBe(1);
    expect(problemFields(active, today)).toEqual([]);
    const used = fieldsToWire("a1", { ...active, ...withNextInUse(active) });
    expect(used).toMatchObject({ ReportDestination: { Destination: 1, Ftp: { Password: passwordMask } } });
    expect(used.NextDestination).toBeNull();
  });

  it("is dropped if the one in use is chosen again", () => {
    const active = fieldsFromWire(report({ status: AutomationStatus.Active, NextDestination: toFtp }));
    expect(sent(AutomationStatus.Active, chooseKind(0, active, active))).toEqual([0, null]);
  });

  it("is in use once another window has started using its kind", () => {
    const base = fieldsFromWire(report({ status: AutomationStatus.Active }));
    const draft = { ...base, ...chooseKind(1, base, base), "ReportDestination.Ftp.DirectoryPath": "in" };
    const server = fieldsFromWire(report({ status: AutomationStatus.Active, ReportDestination: toFtp }), {
      typed: draft,
    });
    const merged = fieldsToWire("a1", rebase(base, draft, server));
    expect([merged.ReportDestination.Destination, merged.NextDestination]).toEqual([1, null]);
    expect(problemFields(rebase(base, draft, server), today)).not.toContain("NextDestination");
  });

  it("isn't kept if nothing was entered for it", () => {
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

  it("can't be used until it is complete", () => {
    const base = fieldsFromWire(report({ status: AutomationStatus.Active }));
    expect(problemFields({ ...base, ...chooseKind(2, base, base) }, today)).toEqual([
      "ReportDestination.Webhook.Url",
      "NextDestination",
    ]);
  });
});

describe("kinds of destination that aren't chosen", () => {
  it("are listed if something was typed for them, unless it equals the default", () => {
    const base = fieldsFromWire(report());
    expect(otherKindsTyped(base)).toEqual([]);
    const link = { ...base, ...chooseKind(3, base, base) };
    expect(otherKindsTyped(link)).toEqual([0]);
    const back = { ...link, ...chooseKind(0, base, link) };
    expect(otherKindsTyped(back)).toEqual([]);
    expect(otherKindsTyped({ ...back, "ReportDestination.Ftp.HostName": "ftp.one.example" })).toEqual([1]);
  });
});

describe("two people who change the destination of an automated report", () => {
  it("have a conflict if one chose another kind and the other changed a field of the old one", () => {
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

  it("have no conflict if they changed different fields of the same kind", () => {
    const base = fieldsFromWire(report());
    const server = fieldsFromWire(report({ ReportDestination: mailTo("b@one.example") }), { typed: base });
    expect(findCollisions(base, { ...base, "ReportDestination.Email.Subject": "{title}" }, server)).toEqual([]);
  });
});

describe("checks of fields in the editor", () => {
  it("accept everything read from the server", () => {
    expect(validateFields(fieldsFromWire(report({ ReportDestination: toFtp })), today)).toEqual([]);
  });

  it("report an end before the start at both fields, and a past start", () => {
    const dates = { starts_from: "2026-11-25", ends_to: "2026-11-24" };
    expect(problemFields(fieldsFromWire(report(dates)), today)).toEqual(["starts_from", "ends_to"]);
    expect(problemFields(fieldsFromWire(report({ starts_from: "2026-11-19" })), today)).toEqual(["starts_from"]);
  });

  it("refuse another host without a new password, but accept another port", () => {
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
    "date_basis",
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

  it.each(Object.entries(wrong))("report the error in %s only at that field", (field, value) => {
    const base = saved[parseDestinationKind(field) ?? 0];
    expect(base && problemFields({ ...base, [field]: value }, today)).toEqual([field]);
  });

  it("cover every field", () => {
    expect([...Object.keys(wrong), ...chosen].sort()).toEqual(Object.keys(fieldsFromWire(report())).sort());
  });
});
